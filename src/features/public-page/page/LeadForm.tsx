import type { ReactNode } from "react";
import type { LeadForm as LeadFormView } from "#src/features/profiles/page/lead-form.ts";
import type { PageView } from "./page-view.ts";
import { ThankYou } from "./ThankYou.tsx";

/** What a visitor typed before, and what was wrong with it. */
export interface LeadProblem {
  message: string;
  name: string;
  email: string;
  phone: string;
}

interface LeadFormProps {
  view: Pick<PageView, "username">;
  form: LeadFormView;
  /** Only where the form is shown again, without script. */
  problem?: LeadProblem;
}

/**
 * The lead form (spec §2, §5, §9). It posts to the server by itself; the visitor's script sends it in place and puts the
 * card of the template there. What is wrong the server says in the words of the spec, hence `noValidate`.
 */
export function LeadForm({ view, form, problem }: LeadFormProps) {
  return (
    <section className="lead" aria-labelledby="lead-title" data-lead>
      <h2 id="lead-title">{form.title}</h2>
      <p>{form.description}</p>
      <form method="post" action={`/${encodeURIComponent(view.username)}/lead`} noValidate>
        {problem && (
          <p className="wrong" role="alert">
            {problem.message}
          </p>
        )}
        <Field id="lead-name" label="Name" isRequired>
          <input
            id="lead-name"
            name="name"
            required
            autoComplete="name"
            maxLength={100}
            defaultValue={problem?.name}
          />
        </Field>
        <Field id="lead-email" label="Email" isRequired>
          <input
            id="lead-email"
            name="email"
            type="email"
            inputMode="email"
            required
            autoComplete="email"
            maxLength={254}
            defaultValue={problem?.email}
          />
        </Field>
        {form.phone !== "hidden" && (
          <Field id="lead-phone" label="Phone" isRequired={form.phone === "required"}>
            <input
              id="lead-phone"
              name="phone"
              type="tel"
              inputMode="tel"
              required={form.phone === "required"}
              autoComplete="tel"
              maxLength={50}
              defaultValue={problem?.phone}
            />
          </Field>
        )}
        <div className="extra" aria-hidden="true">
          <label htmlFor="lead-subject">Subject</label>
          <input id="lead-subject" name="subject" tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" aria-describedby="lead-consent">
          {form.button}
        </button>
        <p id="lead-consent" className="small">
          {form.disclaimer}
        </p>
      </form>
      <template>
        <ThankYou />
      </template>
    </section>
  );
}

interface FieldProps {
  id: string;
  label: string;
  isRequired: boolean;
  children: ReactNode;
}

function Field({ id, label, isRequired, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id}>
        {label} {isRequired ? <span aria-hidden="true">*</span> : <small>(optional)</small>}
      </label>
      {children}
    </div>
  );
}
