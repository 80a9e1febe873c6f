/** Tells password managers whose password a form asks for. */
export function KnownUsername({ email }: { email: string }) {
  return (
    <input
      className="only-heard"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
