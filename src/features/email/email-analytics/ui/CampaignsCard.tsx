import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import type { CampaignRow } from "../contract.ts";
import { COMPARED_MAX } from "../rules.ts";
import { Comparison } from "./Comparison.tsx";
import { FiguresTable } from "./FiguresTable.tsx";

interface CampaignsCardProps {
  campaigns: readonly CampaignRow[];
  onPick: ((id: string) => void) | undefined;
}

/** Each campaign's figures, and a comparison of selected ones. */
export function CampaignsCard({ campaigns, onPick }: CampaignsCardProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isComparing, setComparing] = useState(false);
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Card
      title="Campaigns"
      text="Choose a campaign to see its figures and its map of clicks."
      action={
        campaigns.length > 1 && (
          <Button variant="default" disabled={chosen.length < 2} onClick={() => setComparing(!isComparing)}>
            {isComparing && chosen.length > 1 ? "Stop comparing" : "Compare"}
          </Button>
        )
      }
    >
      <FiguresTable
        title="Campaign"
        rows={campaigns}
        onPick={onPick}
        {...(campaigns.length > 1 && { chosen, onChoose: choose, isFull: chosen.length >= COMPARED_MAX })}
      />
      {campaigns.length > 1 && (
        <Group>
          <Text size="sm" c="dimmed" role="status">
            {chosen.length === 0
              ? `Choose up to ${COMPARED_MAX} to compare.`
              : `${chosen.length} of ${COMPARED_MAX} chosen to compare.`}
          </Text>
        </Group>
      )}
      {isComparing && chosen.length > 1 && <Comparison ids={chosen} />}
    </Card>
  );
}
