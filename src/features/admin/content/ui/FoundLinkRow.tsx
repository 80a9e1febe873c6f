import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { FoundLink } from "#src/features/admin/content/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { MarkBadges, MarkReasons, Owner } from "./ContentParts.tsx";

interface FoundLinkRowProps {
  link: FoundLink;
  isPicked: boolean;
  onPick: () => void;
  /** Finds all links that lead to the same URL. */
  onSame: () => void;
}

/** Its addresses are text and nothing to click: they may be why it's looked at. */
export function FoundLinkRow({ link, isPicked, onPick, onSame }: FoundLinkRowProps) {
  const { title, url, other_urls, description, is_visible, click_count, created_at, page, owner } = link;
  const name = title || url || link.kind;
  return (
    <Paper component="li" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Checkbox aria-label={`Pick ${name}`} checked={isPicked} onChange={onPick} mt={2} />
        <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} dir="auto">
              {name}
            </Text>
            <MarkBadges of={link} />
          </Group>
          {[url, ...other_urls]
            .filter((address, at, all) => address !== "" && all.indexOf(address) === at)
            .map((address) => (
              <Text key={address} size="sm" lineClamp={4} title={address}>
                {address}
              </Text>
            ))}
          {description && (
            <Text size="sm" dir="auto" lineClamp={2}>
              {description}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {[
              `/${page.username}`,
              plural(click_count, "click"),
              is_visible ? "" : "off",
              page.is_hidden ? "page hidden by staff" : "",
              formatDateTime(created_at),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
          <MarkReasons of={link} />
          <Owner of={owner} />
          {/^https?:/i.test(url) && (
            <Group gap="xs" mt={4}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconCopy size={16} />}
                aria-label={`Find links to the same URL: ${name}`}
                onClick={onSame}
              >
                Same URL
              </Button>
            </Group>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
