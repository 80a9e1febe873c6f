import { Anchor, Badge, Button, Group, Input, Stack, Text } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SEQUENCE_LABELS } from "../sequence-labels.ts";
import { sequencesQuery } from "./sequence-queries.ts";

/** At a page's lead form: the sequences that a sign-up there starts, and another one. */
export function SequencesOfPage({ profileId }: { profileId: string }) {
  const mayWrite = useHasPermission("campaigns.send");
  const isAllowed = useHasFeature("sequences") && mayWrite;
  const { data } = useQuery({ ...sequencesQuery(), enabled: isAllowed });
  if (!isAllowed || !data) return null;
  const own = data.items.filter(
    ({ state, starts_on }) =>
      state !== "stopped" && starts_on !== null && (starts_on.length === 0 || starts_on.includes(profileId)),
  );
  return (
    <Input.Wrapper
      label="What they get by e-mail afterwards"
      labelElement="div"
      size="md"
      description={
        own.length === 0 ? "Nothing yet. A sequence can greet them, and write again days later." : undefined
      }
    >
      <Stack gap="xs" mt={6}>
        {own.map(({ id, name, state }) => (
          <Group key={id} gap="xs">
            <Anchor
              size="md"
              style={{ overflowWrap: "anywhere" }}
              renderRoot={(props) => <Link {...props} to={PATHS.sequence} params={{ id }} />}
            >
              {name}
            </Anchor>
            <Badge size="sm" variant="light" color={SEQUENCE_LABELS[state].color} tt="none">
              {SEQUENCE_LABELS[state].label}
            </Badge>
          </Group>
        ))}
        {own.length > 0 && (
          <Text size="sm" c="dimmed">
            If the first e-mail of one of them goes out at once and links to your download, the form sends
            none of its own.
          </Text>
        )}
        {own.some(({ state }) => state === "draft") && (
          <Text size="sm" c="dimmed">
            A draft starts once you publish it.
          </Text>
        )}
        <Button
          variant="default"
          size="sm"
          w="fit-content"
          leftSection={<IconRoute size={18} />}
          renderRoot={(props) => (
            <Link {...props} to={PATHS.sequences} search={{ open: "create", page: profileId }} />
          )}
        >
          Start a sequence
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
