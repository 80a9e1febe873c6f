import type { PageHome } from "./page-view.ts";

interface PageFooterProps {
  home: PageHome;
  /** Whose page it is; what stands in for a page that does not exist has nothing to report. */
  username?: string;
}

export function PageFooter({ home, username }: PageFooterProps) {
  return (
    <footer>
      <a className="powered" href={`${home.publicUrl}/`}>
        Powered by <b>{home.instanceName}</b>
      </a>
      {username !== undefined && (
        <>
          <a className="powered" href={`/${username}/card.vcf`} rel="nofollow">
            Save contact
          </a>
          <a className="powered" href={`/${username}/qr.svg`} rel="nofollow">
            QR code
          </a>
          <a className="powered" href={`${home.publicUrl}/help/report?page=${username}`} rel="nofollow">
            Report this page
          </a>
        </>
      )}
    </footer>
  );
}
