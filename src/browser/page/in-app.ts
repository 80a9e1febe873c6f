import { copyAddress } from "./copy.ts";
import { deliverLeaving, type Wire } from "./delivery.ts";
import { openModal } from "./modal.ts";
import { systemOf } from "./system.ts";
import type { Toast } from "./toast.ts";

/** Whoever has not gone by then has not been let out. */
const LEFT_WITHIN_MS = 1500;
/** Some versions of the app put their bridge in when the page has long been there. */
const BRIDGE_WAIT_MS = 1000;
const STAY_KEY = "stays in app";

interface InAppDeps {
  wire: Wire;
  toast: Toast;
  profile_id: string;
}

/** The ways out of an app's own browser, in the page that stands in for the profile's or over the profile's own. */
export function startInApp(deps: InAppDeps): void {
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

/** True inside the short-video app (spec §9): its web view puts these objects into every page. */
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
    try {
      sessionStorage.setItem(STAY_KEY, "yes");
    } catch {
      // Asked again on the next page, that is all.
    }
    dialog.remove();
  });
}

function hasStayed(): boolean {
  if (new URLSearchParams(location.search).has("here")) return true;
  try {
    return sessionStorage.getItem(STAY_KEY) !== null;
  } catch {
    return false;
  }
}

function startHelp(help: HTMLElement | null, { wire, toast, profile_id }: InAppDeps): void {
  if (!help) return;
  const os = systemOf(navigator.userAgent);
  for (const anchor of help.querySelectorAll<HTMLElement>("[data-way]")) {
    const tell = (left: boolean) => {
      const exit = { app: help.dataset.app, os, way: anchor.dataset.way, left };
      deliverLeaving(wire, `/api/v1/pages/${profile_id}/exits`, exit);
    };
    anchor.addEventListener("click", () => {
      const stop = () => document.removeEventListener("visibilitychange", hide);
      const hide = () => {
        if (document.visibilityState !== "hidden") return;
        stop();
        tell(true);
      };
      tell(false);
      document.addEventListener("visibilitychange", hide);
      setTimeout(stop, LEFT_WITHIN_MS);
    });
  }
  for (const button of help.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copyAddress(button.dataset.copy ?? "", toast));
  }
}
