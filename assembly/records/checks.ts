/** Whether this is the debug build. Assertions cost nothing in the release build. */
export const DEBUG: bool = !ASC_NO_ASSERT;

/** Whether a record lies where one may: in the host's memory, on a multiple of 64 bytes. */
@inline
export function isRecord<T>(record: T): bool {
  const pointer = changetype<usize>(record);
  return pointer >= __heap_base && (pointer & 63) == 0;
}
