import type { InferContractRouterInputs, InferContractRouterOutputs } from "@orpc/contract";
import { suggestAddress } from "#src/features/audience/contacts/page/typo.ts";
import type { leadsContract } from "#src/features/audience/leads/contract.ts";
import { FORM_FILL_MS_MIN } from "#src/features/audience/leads/page/fill-time.ts";
import {
  CONFIRM_MESSAGE,
  duplicateMessage,
  findMissing,
  LEAD_TEXTS,
  type LeadField,
  type LeadFormErrors,
  type LeadMessage,
  successMessage,
  toFormErrors,
} from "#src/features/public/public-page/page/lead/lead-texts.ts";
import { API_PATH, PAGE_OWNER_PATH, SIGN_UPS_PATH } from "#src/lib/paths.ts";
import type { PageDeps } from "./start.ts";
import { randomId } from "./visitor.ts";

type LeadDeps = Pick<PageDeps, "network" | "toast" | "profile_id" | "referrer" | "session_id">;

type Inputs = InferContractRouterInputs<typeof leadsContract>;
type Asked = Record<typeof SIGN_UPS_PATH, Inputs["capture"]> &
  Record<typeof PAGE_OWNER_PATH, Inputs["profileOwner"]>;
type Captured = InferContractRouterOutputs<typeof leadsContract>["capture"];
/** The result of a sign-up. Fans who signed up before get the download along with the error. */
type Answer = Partial<Pick<Captured, "download_url" | "confirm">> & {
  code?: string;
  message?: string;
  data?: Partial<Pick<Captured, "download_url" | "confirm">>;
};

let lastLink: string | undefined;

/**
 * Sends the form and swaps in the thank-you card (spec §4). Without JavaScript the browser posts the form
 * itself.
 */
export function startLeadForm(main: HTMLElement, deps: LeadDeps): void {
  const section = main.querySelector<HTMLElement>("[data-lead]");
  const form = section?.querySelector("form");
  const button = form?.querySelector("button");
  if (!section || !form || !button) return;
  const id = randomId();
  const shownAt = Date.now();
  let isSending = false;
  askOwner(deps);
  main.addEventListener("click", ({ target }) => {
    const anchor = (target as Element).closest<HTMLElement>("[data-link]");
    if (anchor) lastLink = anchor.dataset.link;
  });
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "email") suggest(target);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isSending) return;
    const isBlank = (field: LeadField) => inputOf(form, field)?.value.trim() === "";
    const required = Array.from(
      form.querySelectorAll<HTMLInputElement>("input[required]"),
      ({ name }) => name as LeadField,
    );
    if (showTrouble(form, findMissing(isBlank, required))) return;
    isSending = true;
    const label = button.textContent;
    const waiting = document.createElement("span");
    waiting.lang = "en";
    waiting.textContent = LEAD_TEXTS.waiting;
    button.replaceChildren(waiting);
    button.ariaDisabled = "true";
    const again = () => {
      isSending = false;
      button.textContent = label;
      button.ariaDisabled = null;
    };
    void send(section, form, { ...deps, id, shownAt, again });
  });
}

/** Reports the attempt to the owner, as in spec §7. Failures don't matter to the visitor. */
function askOwner({ network, profile_id }: LeadDeps): void {
  post(network, PAGE_OWNER_PATH, { profile_uuid: profile_id }).catch(() => undefined);
}

function inputOf(form: HTMLFormElement, field: string): HTMLInputElement | null {
  return form.querySelector(`input[name=${field}]`);
}

/** Shows problems above the form and at its fields, and focuses the first one. False if there are none. */
function showTrouble(form: HTMLFormElement, { message, fields }: LeadFormErrors): boolean {
  for (const old of form.querySelectorAll(".wrong,.problem")) old.remove();
  for (const input of form.querySelectorAll("input")) {
    input.ariaInvalid = null;
    input.removeAttribute("aria-describedby");
  }
  if (message) {
    const alert = paragraph("wrong", message);
    alert.role = "alert";
    form.prepend(alert);
  }
  let first: HTMLInputElement | undefined;
  for (const [field, text] of Object.entries(fields)) {
    const input = inputOf(form, field);
    if (!input) continue;
    const problem = paragraph("problem", text);
    problem.id = `${input.id}-problem`;
    input.ariaInvalid = "true";
    input.setAttribute("aria-describedby", problem.id);
    input.after(problem);
    first ??= input;
  }
  first?.focus();
  return first !== undefined || message !== undefined;
}

/** Suggests the probably intended address below the typed one. */
function suggest(input: HTMLInputElement): void {
  input.parentElement?.querySelector(".meant")?.remove();
  const meant = suggestAddress(input.value);
  if (!meant) return;
  const hint = paragraph("meant", LEAD_TEXTS.meant);
  hint.role = "status";
  const take = document.createElement("a");
  take.href = "#lead-email";
  take.textContent = meant;
  take.onclick = () => {
    input.value = meant;
    hint.remove();
    input.focus();
  };
  hint.append(take, "?");
  input.after(hint);
}

/** The script's texts are our own, so they're translated and marked with their language. */
function paragraph(className: string, text: string): HTMLElement {
  const made = document.createElement("p");
  made.lang = "en";
  made.className = className;
  made.textContent = text;
  return made;
}

interface Sending extends LeadDeps {
  /** Makes a form that's sent twice create one lead. */
  id: string;
  shownAt: number;
  /** Restores the form with the visitor's input. */
  again(): void;
}

async function send(section: HTMLElement, form: HTMLFormElement, sending: Sending): Promise<void> {
  const { network, toast, again } = sending;
  const thank = ({ download_url, confirm }: Answer, newsOf: (hasDownload: boolean) => LeadMessage) => {
    const { title, text } = confirm ? CONFIRM_MESSAGE : newsOf(Boolean(download_url));
    toast(title, text);
    showThanks(section, download_url, confirm ? text : undefined);
  };
  try {
    await network.wait(FORM_FILL_MS_MIN - (Date.now() - sending.shownAt));
    const answer = await post(network, SIGN_UPS_PATH, lead(form, sending));
    const body: Answer = await answer.json();
    if (answer.ok) {
      thank(body, successMessage);
    } else if (body.code === "23505" || body.message?.includes("duplicate key value")) {
      thank(body.data ?? {}, duplicateMessage);
    } else {
      again();
      tellRefusal(form, sending, answer.status < 500 ? body : {});
    }
  } catch {
    again();
    tellRefusal(form, sending, {});
  }
}

function lead(
  form: HTMLFormElement,
  { id, profile_id, referrer, session_id, shownAt }: Sending,
): Inputs["capture"] {
  const fields = new FormData(form);
  const text = (name: string) => fields.get(name) as string | null;
  return {
    p_profile_id: profile_id,
    p_name: text("name"),
    p_email: text("email"),
    p_phone: text("phone") || null,
    p_lead_source: "screensaver_signup",
    p_subject: text("subject"),
    p_id: id,
    p_referrer: referrer,
    p_query: location.search.slice(0, 2000),
    p_link_id: lastLink,
    p_elapsed_ms: Date.now() - shownAt,
    p_session_id: session_id,
    p_time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function post<Path extends keyof Asked>(network: LeadDeps["network"], path: Path, body: Asked[Path]) {
  return network.fetch(API_PATH + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Shows the server's own sentence where it has one for people: at its field, or in a toast (spec §8). */
function tellRefusal(form: HTMLFormElement, { toast }: LeadDeps, answer: Answer): void {
  const { message, fields } = toFormErrors(answer);
  const isMissing = answer.code === "MISSING_INFORMATION";
  if (showTrouble(form, { message: isMissing ? message : undefined, fields })) return;
  toast(LEAD_TEXTS.errorTitle, message ?? LEAD_TEXTS.error, "error");
}

/** `step` stays on the card as a reminder of the remaining step. */
function showThanks(section: HTMLElement, download: string | null | undefined, step?: string): void {
  const made = section.querySelector("template")?.content.cloneNode(true) as DocumentFragment | undefined;
  const card = made?.querySelector<HTMLElement>(".thanks");
  if (!card) return;
  const link = card.querySelector("a");
  if (download && link) link.href = download;
  else link?.remove();
  if (step) card.querySelector("h2")?.after(paragraph("", step));
  section.replaceWith(card);
  card.focus();
}
