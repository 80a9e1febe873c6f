import type { SiteHome } from "../document.tsx";

/** Whom to write to, as far as the instance says. */
export function Contact({ home: { instanceName, supportAddress } }: { home: SiteHome }) {
  if (!supportAddress) return <>the people who run {instanceName}</>;
  return <a href={`mailto:${supportAddress}`}>{supportAddress}</a>;
}
