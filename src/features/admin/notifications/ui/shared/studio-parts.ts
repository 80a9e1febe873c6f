/* What the screens of reminders have in common with the studio's. */
export { StudioTabs } from "../StudioTabs.tsx";
export { VersionFields } from "../VersionFields.tsx";
