/** Message about a station in the address that the account does not have. */
export function UnknownStation({ id }: { id: number | undefined }) {
  if (id === undefined) return null;
  return (
    <p class="problem" role="alert">
      This account has no station {id}: it may have been deleted. Choose another one, or a place.
    </p>
  );
}
