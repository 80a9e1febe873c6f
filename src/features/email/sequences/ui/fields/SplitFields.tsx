import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { PARTS_MAX } from "#src/features/email/sequences/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { SEPARATORS } from "#src/kit/separators.ts";

type Parts = Extract<Step, { type: "split" }>["parts"];

const SHARE_MAX = 100;
const PARTS_MIN = 2;

/** How many go which way. Whoever comes again goes the same way again. */
export function SplitFields({ parts, onParts }: { parts: Parts; onParts: (parts: Parts) => void }) {
  const remove = async (at: number) => {
    const count = parts[at]?.steps.length ?? 0;
    const message = "Its steps go with it. You can undo this.";
    const question = { title: `Remove part ${at + 1}?`, message, confirm: "Remove part" };
    if (count === 0 || (await confirm(question))) onParts(parts.toSpliced(at, 1));
  };
  return (
    <Stack gap="sm">
      <Text size="sm">Chance decides who goes which way. The bigger a share, the more go there.</Text>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone
        <Group key={at} gap="xs" align="end" wrap="nowrap">
          <NumberInput
            size="md"
            w={140}
            label={`Share of part ${formatNumber(at + 1)}`}
            min={1}
            max={SHARE_MAX}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            {...SEPARATORS}
            value={part.share}
            onChange={(typed) =>
              typeof typed === "number" && typed >= 1 && onParts(parts.with(at, { ...part, share: typed }))
            }
          />
          {parts.length > PARTS_MIN && (
            <IconButton
              large
              aria-label={`Remove part ${formatNumber(at + 1)}`}
              onClick={() => void remove(at)}
            >
              <IconX size={18} />
            </IconButton>
          )}
        </Group>
      ))}
      {parts.length < PARTS_MAX && (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: "start" }}
          leftSection={<IconPlus size={16} />}
          onClick={() => onParts([...parts, { share: parts.at(-1)?.share ?? 1, steps: [] }])}
        >
          Add part
        </Button>
      )}
    </Stack>
  );
}
