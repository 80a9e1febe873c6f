/*
 * Which forms hold something that nobody has sent yet. Forms remember what they held when they were first
 * touched, and when they're first touched after what they sent has been saved. What only proves who somebody is
 * isn't worth a question.
 */
const FIELDS =
  "input:not([type=search], [type=hidden], [type=file], [autocomplete=current-password], [autocomplete=one-time-code]), textarea, select, [contenteditable=true]";

const untouched = new WeakMap<HTMLFormElement, string>();
const sent = new Set<HTMLFormElement>();

function contentOf(form: HTMLFormElement): string {
  const values = [...form.querySelectorAll<HTMLElement>(FIELDS)].map((field) => {
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) return field.checked;
    return "value" in field ? field.value : field.textContent;
  });
  return JSON.stringify(values);
}

/** Starts to look after the document's forms. Call `markFormsSaved` whenever something has been saved. */
export function watchForms(): void {
  const remember = ({ target }: Event) => {
    const form = (target as Element).closest("form");
    if (form && !untouched.has(form)) untouched.set(form, contentOf(form));
  };
  // Safari focuses no button that is clicked, and who goes on typing after saving focuses nothing anew.
  for (const type of ["focusin", "pointerdown", "beforeinput"])
    document.addEventListener(type, remember, true);
  document.addEventListener("submit", ({ target }) => sent.add(target as HTMLFormElement), true);
}

/** Nothing of what has been sent can be lost. What forms hold from then on, such as an emptied field, isn't there yet. */
export function markFormsSaved(): void {
  for (const form of sent) untouched.delete(form);
  sent.clear();
}

/** Whether a form in there holds something that would be lost with it. */
export function hasUnsavedInput(within: ParentNode = document): boolean {
  const forms = within instanceof HTMLFormElement ? [within] : [...within.querySelectorAll("form")];
  return forms.some((form) => {
    const before = untouched.get(form);
    return before !== undefined && before !== contentOf(form);
  });
}
