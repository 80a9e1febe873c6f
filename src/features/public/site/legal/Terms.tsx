import { PATHS } from "#src/lib/paths.ts";
import type { SiteHome } from "../document.tsx";
import { Contact } from "./Contact.tsx";

export function Terms({ home }: { home: SiteHome }) {
  const { instanceName } = home;
  return (
    <>
      <p>
        These terms are between you and the operator of {instanceName} at {home.publicUrl}. By creating an
        account, you agree to them. Visiting a page takes no account and no agreement.
        <Contact home={home} />
      </p>
      <h2>What you get</h2>
      <p>
        Pages at a URL of your own, with links, analytics and the features this instance’s help describes. We
        work hard to keep pages up, but no service can promise to never fail.
      </p>
      <h2>Your account</h2>
      <p>
        Use an e-mail address that reaches you, keep your password to yourself, and change it if someone else
        may know it. You must be 16 or older, or have a parent’s permission. Each person or company may have
        one free account.
      </p>
      <h2>Your content</h2>
      <p>
        What you put on your pages stays yours. You allow us to store it and show it to visitors for as long
        as it’s there. You are responsible for it: that you may use the pictures and words, and that links
        lead where you say they do.
      </p>
      <NotAllowed />
      <h2>Your fans’ data</h2>
      <p>
        You are legally responsible for the names and e-mail addresses your form collects; we store them on
        your behalf. Use them only for what your form said, make it easy to leave, and delete what people ask
        you to delete. If you add a Facebook pixel or a Google measurement ID, their terms apply too.
      </p>
      <h2>Limits</h2>
      <p>
        How many profiles and links your plan includes is shown in the dashboard. Whatever happens to a plan,
        nothing is deleted: pages stay up, and you can see and remove what is over the limit, but not add
        more.
      </p>
      <h2>Leaving</h2>
      <p>
        You can delete your profiles or your whole account at any time, and download everything in it first.
        We may close an account with 30 days’ notice, or at once if it seriously breaks the rules above.
      </p>
      <h2>Liability</h2>
      <p>
        We are liable for harm we cause on purpose or through gross negligence, and wherever the law doesn’t
        allow us to limit our liability. Otherwise we are not liable for lost profits or for what a link leads
        to. Nothing here takes away your rights as a consumer.
      </p>
      <h2>Changes</h2>
      <p>When these terms change, so does the date at the top. If you disagree, you can leave.</p>
    </>
  );
}

function NotAllowed() {
  return (
    <>
      <h2>What isn’t allowed</h2>
      <ul>
        <li>
          deceiving visitors: phishing, malware, false countdowns for offers that don’t end, impersonating
          others
        </li>
        <li>content that is illegal, harms children, or incites hatred or violence</li>
        <li>adult content without the warning that links offer for it</li>
        <li>other people’s work or trademarks without permission</li>
        <li>getting around limits, attacking the service, or flooding it with automated requests</li>
      </ul>
      <p>
        Anyone can <a href={PATHS.report}>report a page</a> that breaks these rules.
      </p>
    </>
  );
}
