import type { PageHome } from "./page-view.ts";

export function PageFooter({ home }: { home: PageHome }) {
  return (
    <footer lang="en">
      <a
        className="powered"
        href={`${home.publicUrl}/${home.referralCode ? `?ref=${home.referralCode}` : ""}`}
      >
        Powered by <b>{home.instanceName}</b>
      </a>
    </footer>
  );
}
