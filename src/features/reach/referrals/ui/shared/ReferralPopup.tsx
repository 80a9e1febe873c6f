import "#src/kit/deferred.css";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";

interface ReferralPopupProps {
  opened: boolean;
  /** Slots for each side. */
  slots: number;
  /** `never`: they don't want to see it again. */
  onClose: (never: boolean) => void;
}

/** The referral popup of spec §4. */
export function ReferralPopup({ opened, slots, onClose }: ReferralPopupProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title={`Get ${plural(slots, "more profile")}`}
      centered
    >
      <Stack>
        <Text size="sm">
          Know someone who could use a page like yours? Share your referral link. Once they’ve created their
          first profile, you both get {plural(slots, "profile slot")}.
        </Text>
        <Group gap="xs">
          <Button component={Link} to={PATHS.affiliate} data-autofocus onClick={() => onClose(false)}>
            See your link
          </Button>
          <Button variant="default" onClick={() => onClose(false)}>
            Not now
          </Button>
          <Button variant="subtle" onClick={() => onClose(true)}>
            Don’t show this again
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
