/** Does nothing: the triggers that it made until version 0.1 are dropped by 0005_no_notices. */
export async function up(): Promise<void> {}
