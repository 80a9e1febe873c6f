/**
 * For a form's `ref`: the focus goes to its first control, rather than to the dialog's button that closes it. A control
 * with `data-autofocus` goes before.
 */
export function autofocusFirstControl(form: HTMLElement | null): void {
  if (!form || form.querySelector("[data-autofocus]")) return;
  const first = form.querySelector<HTMLElement>("input:not([type=file]), select, textarea, button");
  const radios = first?.closest("[role=radiogroup]");
  const control = radios?.querySelector<HTMLElement>(":checked") ?? first;
  control?.setAttribute("data-autofocus", "");
  // It has been loaded after the dialog, which has looked for it before.
  if (form.closest("[role=dialog]")?.contains(document.activeElement)) control?.focus();
}
