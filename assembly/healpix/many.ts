import { nest2ring, ring2nest } from './face';
import { ang2pixNest, ang2pixRing, pix2angNest, pix2angRing } from './pixel';

/**
 * The kernels over `count` elements: ipix are i32, directions pairs of f64 (longitude, latitude), radians. Input and
 * output may be the same memory in nest2ringMany and ring2nestMany, and must not overlap elsewhere.
 */
export function ang2pixNestMany(nside: i32, lonLat: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const point = lonLat + (i << 4);
    store<i32>(out + (i << 2), ang2pixNest(nside, load<f64>(point), load<f64>(point, 8)));
  }
}

export function ang2pixRingMany(nside: i32, lonLat: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const point = lonLat + (i << 4);
    store<i32>(out + (i << 2), ang2pixRing(nside, load<f64>(point), load<f64>(point, 8)));
  }
}

export function pix2angNestMany(nside: i32, ipix: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) pix2angNest(nside, load<i32>(ipix + (i << 2)), out + (i << 4));
}

export function pix2angRingMany(nside: i32, ipix: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) pix2angRing(nside, load<i32>(ipix + (i << 2)), out + (i << 4));
}

export function nest2ringMany(nside: i32, ipix: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    store<i32>(out + (i << 2), nest2ring(nside, load<i32>(ipix + (i << 2))));
  }
}

export function ring2nestMany(nside: i32, ipix: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    store<i32>(out + (i << 2), ring2nest(nside, load<i32>(ipix + (i << 2))));
  }
}
