import type { SiteHome } from "../document.tsx";

/** "Questions? E-mail …", or nothing when the instance has no support address: nobody is sent to an inbox that isn't there. */
export function Contact({ home: { supportAddress } }: { home: SiteHome }) {
  if (!supportAddress) return null;
  return (
    <>
      {" "}
      Questions? E-mail <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
    </>
  );
}
