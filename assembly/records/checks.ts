/** Whether this is the build with assertions, for tests; the release build has none. */
export const DEBUG: bool = !ASC_NO_ASSERT;

/** Whether a record's address is a valid one: behind the module's static data, and a multiple of 64. */
@inline
export function isRecord<T>(record: T): bool {
  const pointer = changetype<usize>(record);
  return pointer >= __heap_base && (pointer & 63) == 0;
}
