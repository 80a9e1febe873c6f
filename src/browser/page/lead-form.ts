import { FILLING_MS_MIN } from "#src/features/leads/page/filling.ts";
import {
  againNews,
  LEAD_TEXTS,
  type LeadNews,
  successNews,
} from "#src/features/public-page/page/lead-texts.ts";
import type { PageDeps } from "./start.ts";
import { randomId } from "./visitor.ts";

type LeadDeps = Pick<PageDeps, "wire" | "toast" | "profile_id" | "referrer">;

interface Answer {
  code?: string;
  message?: string;
  download_url?: string | null;
  data?: { download_url?: string | null };
}

/** Sends the form in place, and puts the thank-you card there (spec §4). Without it the form posts by itself. */
export function startLeadForm(main: HTMLElement, deps: LeadDeps): void {
  const section = main.querySelector<HTMLElement>("[data-lead]");
  const form = section?.querySelector("form");
  const button = form?.querySelector("button");
  if (!section || !form || !button) return;
  const id = randomId();
  const shownAt = Date.now();
  let isSending = false;
  askOwner(deps);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isSending || !isComplete(form, deps)) return;
    isSending = true;
    const label = button.textContent;
    button.textContent = LEAD_TEXTS.waiting;
    button.ariaDisabled = "true";
    const again = () => {
      isSending = false;
      button.textContent = label;
      button.ariaDisabled = null;
    };
    void send(section, form, { ...deps, id, shownAt, again });
  });
}

/** As spec §7 has it. Nothing depends on the answer, and a failure is nothing to the visitor. */
function askOwner({ wire, profile_id }: LeadDeps): void {
  post(wire, "get_profile_owner_id", { profile_uuid: profile_id }).catch(() => undefined);
}

/** The fields that have to be filled are (spec §5); otherwise it says so and goes to the first that is not. */
function isComplete(form: HTMLFormElement, { toast }: LeadDeps): boolean {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[required]")];
  const missing = inputs.filter((input) => input.value.trim() === "");
  for (const input of inputs) input.ariaInvalid = missing.includes(input) ? "true" : null;
  const [first] = missing;
  if (!first) return true;
  const text = first.name === "phone" ? LEAD_TEXTS.phoneMissing : LEAD_TEXTS.missing;
  toast(LEAD_TEXTS.missingTitle, text, "error");
  first.focus();
  return false;
}

interface Sending extends LeadDeps {
  /** The same form sent twice is one lead. */
  id: string;
  shownAt: number;
  /** Makes the form as it was, with what was typed. */
  again(): void;
}

async function send(section: HTMLElement, form: HTMLFormElement, sending: Sending): Promise<void> {
  const { wire, toast, again } = sending;
  const tell = ({ title, text }: LeadNews) => toast(title, text);
  try {
    await wire.wait(FILLING_MS_MIN - (Date.now() - sending.shownAt));
    const answer = await post(wire, "insert_fan_lead", lead(form, sending));
    const body: Answer = await answer.json();
    if (answer.ok) {
      showThanks(section, body.download_url);
      tell(successNews(Boolean(body.download_url)));
    } else if (body.code === "23505" || body.message?.includes("duplicate key value")) {
      showThanks(section, body.data?.download_url);
      tell(againNews(Boolean(body.data?.download_url)));
    } else {
      again();
      tellRefusal(form, sending, answer.status < 500 ? body : {});
    }
  } catch {
    again();
    tellRefusal(form, sending, {});
  }
}

function lead(form: HTMLFormElement, { id, profile_id, referrer, shownAt }: Sending) {
  const fields = new FormData(form);
  return {
    p_profile_id: profile_id,
    p_name: fields.get("name"),
    p_email: fields.get("email"),
    p_phone: fields.get("phone") || null,
    p_lead_source: "screensaver_signup",
    p_subject: fields.get("subject"),
    p_id: id,
    p_referrer: referrer,
    p_elapsed_ms: Date.now() - shownAt,
  };
}

function post(wire: LeadDeps["wire"], procedure: string, body: unknown) {
  return wire.fetch(`/api/v1/rpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The server's own sentence where it has one for people. */
function tellRefusal(form: HTMLFormElement, { toast }: LeadDeps, { code = "", message }: Answer): void {
  const isMissing = code === "MISSING_INFORMATION" || code === "PHONE_REQUIRED";
  const title = isMissing ? LEAD_TEXTS.missingTitle : LEAD_TEXTS.errorTitle;
  toast(title, message ?? LEAD_TEXTS.error, "error");
  const field = form.querySelector<HTMLInputElement>(
    `input[name=${code.startsWith("PHONE") ? "phone" : "email"}]`,
  );
  if (!field || !/^(PHONE|EMAIL)_/.test(code)) return;
  field.ariaInvalid = "true";
  field.focus();
}

function showThanks(section: HTMLElement, download: string | null | undefined): void {
  const made = section.querySelector("template")?.content.cloneNode(true) as DocumentFragment | undefined;
  const card = made?.querySelector<HTMLElement>(".thanks");
  if (!card) return;
  const link = card.querySelector("a");
  if (download && link) link.href = download;
  else link?.remove();
  section.replaceWith(card);
  card.focus();
}
