/*
 * Tracks forms with unsent input. A snapshot of a form is taken when it's first touched, and again when it's
 * first touched after a save. Credentials aren't worth a question, nor is what only helps to fill in others.
 */
const FIELDS =
  "input:not([type=search], [type=hidden], [type=file], [autocomplete=current-password], [autocomplete=one-time-code]), textarea, select:not([data-aid]), [contenteditable=true]";

const untouched = new WeakMap<HTMLFormElement, string>();
const sent = new Set<HTMLFormElement>();

function contentOf(form: HTMLFormElement): string {
  const values = [...form.querySelectorAll<HTMLElement>(FIELDS)].map((field) => {
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) return field.checked;
    return "value" in field ? field.value : field.textContent;
  });
  return JSON.stringify(values);
}

/** Starts tracking the document's forms. Call `markFormsSaved` after every save. */
export function watchForms(): void {
  const remember = ({ target }: Event) => {
    const form = (target as Element).closest("form");
    if (form && !untouched.has(form)) untouched.set(form, contentOf(form));
  };
  // Safari doesn't focus clicked buttons, and someone who goes on typing after a save focuses nothing anew.
  for (const type of ["focusin", "pointerdown", "beforeinput"])
    document.addEventListener(type, remember, true);
  document.addEventListener("submit", ({ target }) => sent.add(target as HTMLFormElement), true);
}

/**
 * Sent input can't be lost. New snapshots wait until the next touch, because changes such as an emptied field
 * haven't been rendered yet.
 */
export function markFormsSaved(): void {
  for (const form of sent) untouched.delete(form);
  sent.clear();
}

/** True if a form inside `within` holds input that would be lost with it. */
export function hasUnsavedInput(within: ParentNode = document): boolean {
  const forms = within instanceof HTMLFormElement ? [within] : [...within.querySelectorAll("form")];
  return forms.some((form) => {
    const before = untouched.get(form);
    return before !== undefined && before !== contentOf(form);
  });
}
