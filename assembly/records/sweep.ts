/** A tracked satellite of a sweep; the host writes it, threads read it. */
@unmanaged
export class Tracked {
  /** Its number in the window. */
  satellite: u32;
  /** Number of the row that its counts begin with. */
  row: u32;
  /** Where its band sets' numbers begin, in numbers from the first satellite's on. */
  sets: u32;
  /** Number of its band sets. */
  setCount: u32;
}

/**
 * Groups whose maps are added up, with their numbers (u32) behind the record and the next list behind these: a band set as
 * the host writes it, or what is left of one on some rings.
 */
@unmanaged
export class GroupList {
  /** Whether the groups are to be taken off the total: not 0 where they are. */
  offTotal: u32;
  /** Number of groups. */
  count: u32;

  /** Where the groups' numbers begin; they end where the next list is. */
  @inline
  get groups(): usize {
    return changetype<usize>(this) + offsetof<GroupList>();
  }


  @inline
  get next(): GroupList {
    return changetype<GroupList>(changetype<usize>(this) + offsetof<GroupList>() + ((<usize>this.count) << 2));
  }
}
