import { opensExternalApp } from "#src/features/public/public-page/page/urls.ts";
import { appAddress, type LinkAction, nextLinkAction } from "./link-action.ts";
import { openModal } from "./modal.ts";
import { openApp, openTab } from "./open-app.ts";
import type { PageDeps } from "./start.ts";
import type { VisitAnswers } from "./visit.ts";
import { randomId } from "./visitor.ts";

/** The page goes to the rescue URL this long after a link was opened (spec §9). */
const RESCUE_DELAY_MS = 1500;
/** Time to read why a link doesn't open before the page moves on. */
const REFUSAL_READING_MS = 1500;
/** Long enough for any browser to read the URL, too short for anyone to copy it. */
const RESTORE_DELAY_MS = 100;

type Opening = Extract<LinkAction, { do: "open" }>;

interface LinkPage extends PageDeps {
  visits: VisitAnswers | undefined;
  rescue: string | undefined;
}

/**
 * Handles clicks on links (spec §4). Outside of a click, `href` stays the counting URL (`/go/…`), which is
 * the one that right-click, copy, and browsers without JavaScript use, and where the server follows the same
 * order.
 */
export function startLinks(main: HTMLElement, deps: PageDeps, visits: VisitAnswers | undefined): void {
  const page: LinkPage = { ...deps, visits, rescue: main.dataset.rescue };
  const follow = (event: MouseEvent) => {
    const anchor =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-link]") : null;
    // The middle button fires `auxclick`; the right one fires it too but doesn't follow the link.
    if (!anchor || event.button > 1 || event.defaultPrevented) return;
    if (!isPlain(event)) {
      const { url } = anchor.dataset;
      if (!url) return;
      pointAt(anchor, url);
      count(page, anchor);
    } else if (proceed(page, anchor, false)) event.preventDefault();
  };
  main.addEventListener("click", follow);
  main.addEventListener("auxclick", follow);
}

/** True if the click is fully handled here, false if the browser should follow the anchor. */
function proceed(page: LinkPage, anchor: HTMLAnchorElement, hasConsented: boolean): boolean {
  const { visits, session_id, rescue } = page;
  const { link: id = "", url, adult } = anchor.dataset;
  const step = nextLinkAction({ id, url, isAdult: adult !== undefined }, visits?.wayOf(id), {
    hasConsented,
    session_id,
  });
  if (step.do === "ask") {
    return askAge(anchor, {
      onContinue: () => void proceed(page, anchor, true),
      onCancel: () => rescue && location.assign(rescue),
    });
  }
  if (step.do === "refuse") {
    page.toast("Access Restricted", step.message, "error");
    void goLater(page, step.url, REFUSAL_READING_MS);
    return true;
  }
  if (step.do === "open") open(page, anchor, step);
  else if (openTab(step.url)) void rescueUnlessBlocked(page, id);
  else goInstead(page, step.url);
  return true;
}

function open(page: LinkPage, anchor: HTMLAnchorElement, { url, variant, app: wayApp }: Opening): void {
  const { android, ios } = wayApp ?? anchor.dataset;
  count(page, anchor, variant);
  const app = appAddress({ url, android, ios }, navigator.userAgent);
  // Visitors in another program may never come back to this page, and its timers stand still.
  if (app) {
    page.clicks.leave();
    void openApp(app, url).then((hasOpened) => hasOpened && rescueLater(page));
  } else if (opensExternalApp(url)) {
    // A mail or phone app leaves the page in place.
    page.clicks.leave();
    location.assign(url);
    rescueLater(page);
  } else if (openTab(url)) {
    rescueLater(page);
  } else {
    goInstead(page, url);
  }
}

function count(
  { clicks, session_id, referrer, query }: LinkPage,
  anchor: HTMLAnchorElement,
  variant?: Opening["variant"],
): void {
  clicks.add({ id: randomId(), link_id: anchor.dataset.link ?? "", session_id, referrer, query, variant });
}

async function goLater({ network }: LinkPage, url: string | undefined, ms: number): Promise<void> {
  if (!url) return;
  await network.wait(ms);
  location.assign(url);
}

function rescueLater(page: LinkPage): void {
  void goLater(page, page.rescue, RESCUE_DELAY_MS);
}

/** Visitors who open a link before its verdict has arrived may be blocked there, so they keep the page. */
async function rescueUnlessBlocked(page: LinkPage, id: string): Promise<void> {
  await page.visits?.first;
  if (!page.visits?.wayOf(id)?.blocked) rescueLater(page);
}

/** The page ends here, so counted clicks have to be on their way. */
function goInstead({ clicks }: LinkPage, url: string): void {
  clicks.leave();
  location.assign(url);
}

/** Clicks with the middle button or a modifier key open tabs and windows, which is up to the browser. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Points the anchor straight at its destination for just this click. */
function pointAt(anchor: HTMLAnchorElement, url: string): void {
  const counting = anchor.getAttribute("href") ?? "";
  if (counting === url) return;
  anchor.setAttribute("href", url);
  setTimeout(() => anchor.setAttribute("href", counting), RESTORE_DELAY_MS);
}

interface AgeAnswers {
  /** Runs inside the visitor's click. */
  onContinue: () => void;
  onCancel: () => void;
}

/** Asks whether the visitor is of age (spec §2). False if it can't ask, which leaves it to the server. */
function askAge(card: HTMLElement, { onContinue, onCancel }: AgeAnswers): boolean {
  const dialog = document.querySelector<HTMLDialogElement>("#adult");
  const yes = dialog?.querySelector<HTMLButtonElement>("[data-continue]");
  if (!dialog || !yes) return false;
  let isOfAge = false;
  const proceed = () => {
    isOfAge = true;
    dialog.close();
    onContinue();
  };
  const isOpen = openModal(dialog, () => {
    yes.removeEventListener("click", proceed);
    // Safari doesn't focus a clicked link, and would return the focus to the top of the page.
    card.focus({ preventScroll: true });
    if (!isOfAge) onCancel();
  });
  if (isOpen) yes.addEventListener("click", proceed);
  return isOpen;
}
