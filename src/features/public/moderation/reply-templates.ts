/* Texts that staff keep, for whoever else answers with them (`help-requests`). */
export { fillTemplates } from "./templates/filled-templates.ts";
export { findLanguageOf } from "./templates/template-store.ts";
