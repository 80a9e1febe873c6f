import "#src/kit/deferred.css";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { REFERRAL_REWARD_SLOTS } from "#src/features/money/entitlements/rules.ts";
import { PATHS } from "#src/lib/paths.ts";

interface ReferralPopupProps {
  opened: boolean;
  /** `never`: they don't want to see it again. */
  onClose: (never: boolean) => void;
}

/** The referral popup of spec §4. */
export function ReferralPopup({ opened, onClose }: ReferralPopupProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title={`Get ${REFERRAL_REWARD_SLOTS} more profiles`}
      centered
    >
      <Stack>
        <Text size="sm">
          Know someone who could use a page like yours? Share your referral link. Once they’ve created their
          first profile, you both get {REFERRAL_REWARD_SLOTS} profile slots.
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
