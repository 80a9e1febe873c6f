/**
 * For a form's `ref`: focuses its first control rather than the dialog's close button. A control with
 * `data-autofocus` takes precedence.
 */
export function autofocusFirstControl(form: HTMLElement | null): void {
  if (!form || form.querySelector("[data-autofocus]")) return;
  const first = form.querySelector<HTMLElement>("input:not([type=file]), select, textarea, button");
  const radios = first?.closest("[role=radiogroup]");
  const control = radios?.querySelector<HTMLElement>(":checked") ?? first;
  control?.setAttribute("data-autofocus", "");
  // The form loads after the dialog, which has looked for a control already.
  if (form.closest("[role=dialog]")?.contains(document.activeElement)) control?.focus();
}
