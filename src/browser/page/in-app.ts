import { EXIT_PARAM } from "#src/features/pages/in-app-browsers/page/exit-param.ts";
import { exitsPath } from "#src/lib/page-paths.ts";
import { type Network, postOnLeave } from "./beacon.ts";
import { copyAddress } from "./copy.ts";
import { openModal } from "./modal.ts";
import { systemOf } from "./system.ts";
import type { Toast } from "./toast.ts";

/** A visitor who is still here by then didn't get out of the app. */
const LEFT_WITHIN_MS = 1500;
/** Some versions of the app inject their bridge late. */
const BRIDGE_WAIT_MS = 1000;
const STAY_KEY = "stays in app";
/** The page whose notice has already counted this tab's view. */
const COUNTED_KEY = "counted by notice";

interface InAppDeps {
  network: Network;
  toast: Toast;
  profile_id: string;
}

/**
 * True if the notice has counted this view and its visitor went on to the page, in the app or out of it.
 * Removes its mark from the URL, because visitors share that.
 */
export function isCountedByNotice(profile_id: string): boolean {
  const query = new URLSearchParams(location.search);
  if (query.has(EXIT_PARAM)) {
    query.delete(EXIT_PARAM);
    const rest = query.toString();
    history.replaceState(history.state, "", location.pathname + (rest && `?${rest}`) + location.hash);
    return true;
  }
  return query.has("here") && kept(COUNTED_KEY) === profile_id;
}

/** The exits from an in-app browser, on the notice that replaces a page or in a dialog over it. */
export function startInApp(deps: InAppDeps): void {
  const notice = document.querySelector<HTMLElement>("main[data-exits]");
  if (notice) {
    keep(COUNTED_KEY, deps.profile_id);
    // An installed page has the same user agent as a web view.
    const stay = notice.querySelector<HTMLAnchorElement>("[data-stay]");
    if (stay && matchMedia("(display-mode:standalone)").matches) location.replace(stay.href);
  }
  startHelp(document.querySelector<HTMLElement>(".in-app"), deps);
  const template = document.querySelector<HTMLTemplateElement>(
    systemOf(navigator.userAgent) === "android" ? "#in-app-help-android" : "#in-app-help-ios",
  );
  if (!template || hasStayed()) return;
  if (hasTikTokBridge(window)) offerHelp(template, deps);
  else setTimeout(() => hasTikTokBridge(window) && offerHelp(template, deps), BRIDGE_WAIT_MS);
}

const BRIDGES = ["TiktokJSBridge", "TikTokJSBridge", "ToutiaoJSBridge", "JS2NativeBridge", "androidJsBridge"];
const IOS_HANDLERS = ["callMethodParams", "IESPiperProtocolVersion2_0", "IESPiperProtocolVersion3_0"];

/** True inside TikTok (spec §9), whose web view injects these objects into every page. */
export function hasTikTokBridge(page: object): boolean {
  const { webkit } = page as { webkit?: { messageHandlers?: object } };
  const handlers = webkit?.messageHandlers ?? {};
  return BRIDGES.some((name) => name in page) || IOS_HANDLERS.some((name) => name in handlers);
}

function offerHelp(template: HTMLTemplateElement, deps: InAppDeps): void {
  const dialog = document.createElement("dialog");
  dialog.className = "warning";
  dialog.append(template.content.cloneNode(true));
  const title = dialog.querySelector("h1");
  if (title) dialog.ariaLabel = title.textContent;
  template.after(dialog);
  startHelp(dialog.querySelector<HTMLElement>(".in-app"), deps);
  dialog.querySelector("[data-stay]")?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  openModal(dialog, () => {
    keep(STAY_KEY, "yes");
    dialog.remove();
  });
}

function hasStayed(): boolean {
  return new URLSearchParams(location.search).has("here") || kept(STAY_KEY) !== null;
}

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage, the visitor is asked or counted again.
  }
}

function startHelp(help: HTMLElement | null, { network, toast, profile_id }: InAppDeps): void {
  if (!help) return;
  const os = systemOf(navigator.userAgent);
  for (const anchor of help.querySelectorAll<HTMLElement>("[data-way]")) {
    const tell = (left: boolean) => {
      const exit = { app: help.dataset.app ?? "", os, way: anchor.dataset.way ?? "", left };
      postOnLeave(network, exitsPath(profile_id), exit);
    };
    anchor.addEventListener("click", () => {
      const stop = () => {
        document.removeEventListener("visibilitychange", hide);
        removeEventListener("pagehide", stop);
      };
      const hide = () => {
        if (document.visibilityState !== "hidden") return;
        stop();
        tell(true);
      };
      tell(false);
      document.addEventListener("visibilitychange", hide);
      // A page that's replaced within the app is hidden too, but only after this event.
      addEventListener("pagehide", stop);
      setTimeout(stop, LEFT_WITHIN_MS);
    });
  }
  for (const button of help.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copyAddress(button.dataset.copy ?? "", toast));
  }
}
