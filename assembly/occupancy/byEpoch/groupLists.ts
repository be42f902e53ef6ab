import { GroupList } from '../../records/byEpoch/sweep';
import { MARKS_BYTES, isMarked } from './marks';

/*
 * Lists of the groups whose maps are marked on a stretch of rings. The first list has all such groups, for the total; a
 * list for each band set follows.
 */

/** Bytes of the lists of listMarked, if all groups are marked. */
export function listsBytes(groups: u32, setCount: u32): u32 {
  return (<u32>offsetof<GroupList>() + 4 * groups) * (setCount + 1);
}

/**
 * Writes the list of all groups that are marked on a stretch of rings, then each band set's list with its marked groups
 * alone; returns whether one of these is to be taken off the total of all groups.
 */
export function listMarked(
  marks: usize,
  stretch: u32,
  groups: u32,
  setCount: u32,
  sets: GroupList,
  lists: GroupList,
): bool {
  lists.offTotal = 0;
  let end = lists.groups;
  for (let g: u32 = 0; g < groups; g++) end = addMarked(marks, stretch, g, end);
  closeList(lists, end);
  let list = changetype<GroupList>(end);
  let set = sets;
  let total = false;
  for (let s: u32 = 0; s < setCount; s++) {
    const offTotal = set.offTotal;
    if (offTotal != 0) total = true;
    list.offTotal = offTotal;
    const next = set.next;
    end = list.groups;
    for (let group = set.groups; group < changetype<usize>(next); group += 4) {
      end = addMarked(marks, stretch, load<u32>(group), end);
    }
    closeList(list, end);
    list = changetype<GroupList>(end);
    set = next;
  }
  return total;
}


@inline
function addMarked(marks: usize, stretch: u32, group: u32, end: usize): usize {
  if (!isMarked(marks + <usize>group * MARKS_BYTES, stretch)) return end;
  store<u32>(end, group);
  return end + 4;
}


@inline
function closeList(list: GroupList, end: usize): void {
  list.count = (<u32>(end - list.groups)) >>> 2;
}
