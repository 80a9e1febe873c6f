import type { InputHTMLAttributes } from "react";
import {
  LEAD_FORM_TEXTS,
  type LeadForm as LeadFormView,
  LIST_FORM_TEXTS,
} from "#src/features/pages/profiles/page/lead-form.ts";
import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { PageView } from "../page-view.ts";
import type { LeadField, LeadFormErrors } from "./lead-texts.ts";
import { ThankYou } from "./ThankYou.tsx";

export interface LeadProblem extends LeadFormErrors {
  name: string;
  email: string;
  phone: string;
}

interface LeadFormProps {
  view: Pick<PageView, "username">;
  form: LeadFormView;
  /** Set only when the form is shown again without JavaScript. */
  problem?: LeadProblem;
  words?: VisitorTranslator;
}

/**
 * The lead form (spec §2, §5, §9). It can post by itself; the script sends it in place and swaps in the card
 * from the template. Problems are reported in the spec's words, hence `noValidate`.
 */
export function LeadForm({ view, form, problem, words = ENGLISH_TRANSLATOR }: LeadFormProps) {
  const { language, say } = words;
  const asked: Field[] = [NAME, EMAIL];
  if (form.phone !== "hidden") asked.push({ ...PHONE, required: form.phone === "required" });
  const first = asked.find(({ name }) => problem?.fields[name])?.name;
  return (
    <section className="lead" aria-labelledby="lead-title" data-lead>
      <h2 id="lead-title" lang={languageOf(form, "title")}>
        {form.title}
      </h2>
      {form.description && <p lang={languageOf(form, "description")}>{form.description}</p>}
      <form method="post" action={`/${encodeURIComponent(view.username)}/lead`} noValidate>
        {problem?.message && (
          <p className="wrong" role="alert" lang={language}>
            {say(problem.message)}
          </p>
        )}
        {asked.map((field) => (
          <LeadInput
            key={field.name}
            field={field}
            problem={problem}
            isFirst={field.name === first}
            words={words}
          />
        ))}
        <div className="extra" aria-hidden="true" lang={language}>
          <label htmlFor="lead-subject">{say("Subject")}</label>
          <input id="lead-subject" name="subject" tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" aria-describedby="lead-consent" lang={languageOf(form, "button")}>
          {form.button}
        </button>
        <p id="lead-consent" className="small" lang={languageOf(form, "disclaimer")}>
          {form.disclaimer}
        </p>
      </form>
      <template>
        <ThankYou words={words} />
      </template>
    </section>
  );
}

/** English if the text is still our default. Otherwise it's in the page's language. */
function languageOf(form: LeadFormView, text: keyof typeof LEAD_FORM_TEXTS): "en" | undefined {
  return [LEAD_FORM_TEXTS, LIST_FORM_TEXTS].some((ours) => ours[text] === form[text]) ? "en" : undefined;
}

type Field = { name: LeadField; label: string } & InputHTMLAttributes<HTMLInputElement>;

const NAME: Field = { name: "name", label: "Name", required: true, autoComplete: "name", maxLength: 100 };
const EMAIL: Field = {
  name: "email",
  label: "E-mail",
  type: "email",
  inputMode: "email",
  required: true,
  autoComplete: "email",
  maxLength: 254,
};
const PHONE: Field = {
  name: "phone",
  label: "Phone",
  type: "tel",
  inputMode: "tel",
  autoComplete: "tel",
  maxLength: 50,
};

interface LeadInputProps {
  field: Field;
  problem: LeadProblem | undefined;
  /** Problems per field. */
  isFirst: boolean;
  words: VisitorTranslator;
}

function LeadInput({ field: { label, ...field }, problem, isFirst, words }: LeadInputProps) {
  const { language, say } = words;
  const id = `lead-${field.name}`;
  const wrong = problem?.fields[field.name];
  return (
    <div>
      <label htmlFor={id} lang={language}>
        {say(label)} {field.required ? <span aria-hidden="true">*</span> : <small>{say("(optional)")}</small>}
      </label>
      <input
        id={id}
        {...field}
        defaultValue={problem?.[field.name]}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && `${id}-problem`}
        // biome-ignore lint/a11y/noAutofocus: the page came back because of this field
        autoFocus={isFirst}
      />
      {wrong && (
        <p className="problem" id={`${id}-problem`} lang={language}>
          {say(wrong)}
        </p>
      )}
    </div>
  );
}
