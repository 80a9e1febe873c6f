import type { HelpArticle } from "./article.ts";

export const TEAM_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "team",
    chapter: "Numbers and trust",
    title: "Work as a team",
    summary: "Invite people to your account, choose what they may do, and take them off again.",
    keywords:
      "team member invite invitation role permission admin editor marketer analyst billing viewer colleague agency share account switch leave remove access hand over transfer owner ownership sell",
    body: (
      <>
        <p>
          Under <b>Settings</b>, <b>Team</b>, you invite people by e-mail. Each gets a link that works for 14
          days and only for that address. They sign in with their own password, so nobody needs yours. Confirm
          your own e-mail address first.
        </p>
        <h2>Roles</h2>
        <ul>
          <li>
            <b>Admin</b>: everything but billing and deleting the account.
          </li>
          <li>
            <b>Editor</b>: creates, edits, and publishes pages and links.
          </li>
          <li>
            <b>Marketer</b>: sees analytics, works with leads, and exports both.
          </li>
          <li>
            <b>Analyst</b>: sees and exports analytics; leads show no personal data.
          </li>
          <li>
            <b>Billing</b>: looks after the plan and sees no pages.
          </li>
          <li>
            <b>Viewer</b>: sees pages, links, and analytics, and changes nothing.
          </li>
        </ul>
        <p>
          Switch on <b>Only some profiles</b> to limit someone to the ones you choose. Changes count at once,
          even on screens that are open. Admins can’t change or remove the owner, and nobody can give a role
          that may do more than their own.
        </p>
        <h2>More than one account</h2>
        <p>
          Your own account stays yours. The account menu switches between the accounts you work in, and a line
          at the top tells you when you’re in someone else’s. Each tab keeps the account you opened it with.
        </p>
        <p>
          You can leave a team at any time. What you made there stays with it; the same goes for anyone you
          remove.
        </p>
        <h2>Hand over the account</h2>
        <p>
          On the same screen, an owner can offer the whole account to someone who reaches all of its profiles
          and whose own account has nothing in it. They have 7 days to accept. Everything stays as it is, plan
          and domains included, and you both go on signing in as before. You can stay as an admin or leave.
        </p>
      </>
    ),
  },
  {
    slug: "your-data",
    chapter: "Numbers and trust",
    title: "Take your data with you",
    summary: "Export everything, bring it back, or delete your account.",
    keywords: "export import download backup zip csv json move takeout gdpr delete close account erase",
    body: (
      <>
        <p>
          Under <b>Settings</b>, <b>Your data</b>, <b>Export your data</b> downloads a ZIP file with
          everything in your account: profiles, links, leads, views, clicks, and the activity log, as JSON and
          as CSV, and your pictures. We e-mail you the link, too. It works for 7 days while you’re signed in.
        </p>
        <h2>Bring it back</h2>
        <p>
          <b>Import</b>, on the same screen, adds the profiles, links, pictures, and leads from an export to
          your account, whether it came from here, another account, or another instance. Usernames that are
          taken get a number at the end. Importing a file again duplicates nothing.
        </p>
        <h2>Delete your account</h2>
        <p>
          <b>Delete account</b> takes your pages offline right away. For 14 days, you can sign in and have
          everything back. After that, it’s all gone for good, and your usernames stay reserved for another 90
          days, so that nobody can pretend to be you.
        </p>
      </>
    ),
  },
];
