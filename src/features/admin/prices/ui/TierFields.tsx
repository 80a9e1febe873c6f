import { Button, Group, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { TIERS_MAX, UNIT_CENTS_MAX, UNITS_MAX } from "#src/features/money/entitlements/price-rules.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { newId } from "#src/kit/new-id.ts";

export interface TierRow {
  key: string;
  from: number | string;
  /** In dollars. */
  price: number | string;
  isPopular: boolean;
}

interface TierFieldsProps {
  rows: readonly TierRow[];
  onChange: (rows: TierRow[]) => void;
  /** What's wrong with them. */
  problem: string | undefined;
}

/** The tiers of a price list. Each ends where the next one starts. */
export function TierFields({ rows, onChange, problem }: TierFieldsProps) {
  const popular = rows.find(({ isPopular }) => isPopular)?.key ?? "";
  const change = (key: string, changes: Partial<TierRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const remove = (key: string) => {
    const left = rows.filter((row) => row.key !== key);
    // The first one starts at one unit, and always one of them is the most popular.
    onChange(
      left.map((row, at) =>
        at === 0 ? { ...row, from: 1, isPopular: row.isPopular || key === popular } : row,
      ),
    );
  };
  const add = () => {
    const last = rows.at(-1);
    const from = last ? Math.min(UNITS_MAX, Number(last.from) * 2) : 1;
    onChange([...rows, { key: newId(), from, price: "", isPopular: rows.length === 0 }]);
  };
  return (
    <Radio.Group
      label="Tiers"
      description="The price of the tier that’s reached counts for all units. Choose the one that’s shown as the most popular."
      value={popular}
      onChange={(key) => onChange(rows.map((row) => ({ ...row, isPopular: row.key === key })))}
    >
      <Stack gap="sm" mt="xs">
        {rows.map((row, at) => (
          <Tier
            key={row.key}
            row={row}
            number={at + 1}
            change={change}
            remove={rows.length > 1 ? remove : undefined}
          />
        ))}
        <Text size="sm" c="red" role="status" mih="1.5em">
          {problem}
        </Text>
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          disabled={rows.length >= TIERS_MAX}
          onClick={add}
        >
          Add tier
        </Button>
      </Stack>
    </Radio.Group>
  );
}

interface TierProps {
  row: TierRow;
  number: number;
  change: (key: string, changes: Partial<TierRow>) => void;
  remove: ((key: string) => void) | undefined;
}

function Tier({ row: { key, from, price }, number, change, remove }: TierProps) {
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={`Tier ${number}`}>
      <NumberInput
        label="From units"
        w={110}
        min={1}
        max={UNITS_MAX}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        disabled={number === 1}
        value={from}
        onChange={(value) => change(key, { from: value })}
      />
      <NumberInput
        label="Price of each"
        w={130}
        prefix="$"
        min={0}
        max={UNIT_CENTS_MAX / 100}
        clampBehavior="none"
        decimalScale={2}
        fixedDecimalScale
        allowNegative={false}
        value={price}
        onChange={(value) => change(key, { price: value })}
      />
      <Radio value={key} label="Most popular" mb={8} style={{ flex: "1 1 8rem" }} />
      {remove && (
        <IconButton aria-label={`Remove tier ${number}`} onClick={() => remove(key)}>
          <IconTrash size={18} />
        </IconButton>
      )}
    </Group>
  );
}
