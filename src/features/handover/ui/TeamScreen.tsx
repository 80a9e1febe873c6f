import { TeamPage } from "#src/features/members/ui/shared/TeamPage.tsx";
import { HandoverSections } from "./HandoverSections.tsx";

/** `/dashboard/settings/team`: the team, and what may become of the account itself. */
export function TeamScreen() {
  return <TeamPage Handover={HandoverSections} />;
}
