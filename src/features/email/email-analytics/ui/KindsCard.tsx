import { Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import type { KindRow } from "../contract.ts";
import type { MailKind } from "../rules.ts";
import { FiguresTable } from "./FiguresTable.tsx";

interface KindsCardProps {
  kinds: readonly KindRow[];
  onPick: (kind: MailKind) => void;
}

/** What sent the e-mail: campaigns, sequences, rules, or programs. */
export function KindsCard({ kinds, onPick }: KindsCardProps) {
  if (kinds.length === 0) return null;
  const hasTransactional = kinds.some(({ key }) => key === "transactional");
  return (
    <Card title="What sent it" text="Choose one to see only its figures.">
      <FiguresTable title="Kind" rows={kinds} onPick={(key) => onPick(key as MailKind)} />
      {hasTransactional && (
        <Text size="sm" c="dimmed">
          Transactional e-mail goes back 30 days, its opens and clicks aren’t counted, and it isn’t part of
          the other figures.
        </Text>
      )}
    </Card>
  );
}
