import { IconUserPlus } from "@tabler/icons-react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";

/** For people who see none and may add none. */
export function NoProfiles() {
  return (
    <EmptyPanel
      size="lg"
      icon={<IconUserPlus />}
      title="No profiles here"
      description="This account has none that you can see. If one is missing, ask whoever manages the team."
    />
  );
}
