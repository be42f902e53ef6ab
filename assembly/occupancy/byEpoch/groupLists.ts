import { isMarked, MARKS_BYTES } from './marks';

/**
 * Lists of the groups whose maps are marked on a stretch of rings, in the form of sumGroups' `sets`: u32 whether they are
 * to be taken off the total, how many, and which. The first list has all of them, and is the total; the others are the
 * band sets'.
 */
const OFF_TOTAL: u32 = 0;
const COUNT: u32 = 4;
const GROUPS: u32 = 8;

/** Of all lists, whatever they hold. */
export function listsBytes(groups: u32, setCount: u32): u32 {
  return (GROUPS + 4 * groups) * (setCount + 1);
}

/** Leaves out of the sets' groups whichever are not marked. Returns whether one of the sets needs the total. */
export function listMarked(marks: usize, stretch: u32, groups: u32, setCount: u32, sets: usize, lists: usize): bool {
  store<u32>(lists, 0, OFF_TOTAL);
  let end = lists + GROUPS;
  for (let g: u32 = 0; g < groups; g++) end = addMarked(marks, stretch, g, end);
  closeList(lists, end);
  let list = end;
  let set = sets;
  let total = false;
  for (let s: u32 = 0; s < setCount; s++) {
    const offTotal = load<u32>(set, OFF_TOTAL);
    if (offTotal != 0) total = true;
    store<u32>(list, offTotal, OFF_TOTAL);
    const next = nextList(set);
    end = list + GROUPS;
    for (let group = firstGroup(set); group < next; group += 4) end = addMarked(marks, stretch, load<u32>(group), end);
    closeList(list, end);
    list = end;
    set = next;
  }
  return total;
}


@inline
export function isOffTotal(list: usize): bool {
  return load<u32>(list, OFF_TOTAL) != 0;
}

/** Where a list's groups (u32) are; they end where the next list is. */
@inline
export function firstGroup(list: usize): usize {
  return list + GROUPS;
}


@inline
export function nextList(list: usize): usize {
  return list + GROUPS + ((<usize>load<u32>(list, COUNT)) << 2);
}


@inline
function addMarked(marks: usize, stretch: u32, group: u32, end: usize): usize {
  if (!isMarked(marks + <usize>group * MARKS_BYTES, stretch)) return end;
  store<u32>(end, group);
  return end + 4;
}


@inline
function closeList(list: usize, end: usize): void {
  store<u32>(list, (<u32>(end - list - GROUPS)) >>> 2, COUNT);
}
