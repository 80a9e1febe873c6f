import { Alert, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { ContactPicker } from "#src/features/audience/segments/ui/shared/ContactPicker.tsx";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import { momentIn, wallTime } from "#src/lib/time-zones.ts";
import classes from "../shared/Course.module.css";
import { sequencesApi } from "../shared/sequence-queries.ts";
import { type Answers, CourseItem } from "./CourseItem.tsx";
import { SendAll } from "./SendAll.tsx";

interface CourseDialogProps {
  opened: boolean;
  sequence: Sequence;
  catalog: Catalog;
  onClose: () => void;
}

/** A dry run: what would happen to someone, and when. Nothing is changed or sent. */
export function CourseDialog(props: CourseDialogProps) {
  const { opened, sequence, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={`Try “${sequence.name}”`} size="xl">
      <Content {...props} />
    </Modal>
  );
}

interface Who {
  kind: "made-up" | "lead";
  zone: string;
  contactId: string | undefined;
  /** A wall time on the reader's clock. */
  starts: string;
}

function Content({ sequence, catalog }: CourseDialogProps) {
  const { id, draft, updated_at } = sequence;
  const [who, setWho] = useState<Who>(() => ({
    kind: "made-up",
    zone: draft.time_zone,
    contactId: undefined,
    starts: wallTime(currentZone(), new Date()).slice(0, 16),
  }));
  const [answers, setAnswers] = useState<Answers>({});
  const contactId = who.kind === "lead" ? who.contactId : undefined;
  const starts_at = new Date(momentIn(currentZone(), who.starts)).toISOString();
  const input = {
    id,
    starts_at,
    answers,
    ...(contactId === undefined ? { time_zone: who.zone } : { contact_id: contactId }),
  };
  const query = useQuery({
    ...sequencesApi.course.queryOptions({ input }),
    queryKey: [...sequencesApi.course.key({ input }), updated_at],
    enabled: who.kind === "made-up" || contactId !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const steps = new Map(stepsOf(draft).map((step, at) => [step.id, { step, number: at + 1 }]));
  const around = { catalog, numbers: new Map([...steps].map(([key, { number }]) => [key, number])) };
  const isAsked = who.kind === "made-up" || contactId !== undefined;
  return (
    <Stack>
      <WhoFields
        who={who}
        onWho={(part) => {
          setWho({ ...who, ...part });
          setAnswers({});
        }}
      />
      {!isAsked && <Text size="sm">Choose a lead to see what would happen to them.</Text>}
      {isAsked && !data && (
        <QueryState query={query} failure="We couldn’t work out the dates." height={240} />
      )}
      {isAsked && data && (
        <>
          <Text size="sm" c="dimmed">
            {`All times are by their clock: ${data.time_zone.replaceAll("_", " ")}.`}
          </Text>
          <ol className={classes.course} aria-label="What happens">
            {data.items.map((item, at) => {
              const found = steps.get(item.step_id);
              if (!found) return null;
              return (
                <CourseItem
                  // A step may come more than once.
                  // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place
                  key={`${item.step_id} ${at}`}
                  item={item}
                  step={found.step}
                  around={around}
                  sender={draft}
                  contactId={contactId}
                  answer={answers[item.step_id]}
                  onAnswer={(answer) => setAnswers({ ...answers, [item.step_id]: answer })}
                />
              );
            })}
          </ol>
          {data.items.length === 0 && <Text size="sm">Nothing happens.</Text>}
          {data.is_cut && <Alert variant="light">It goes on after this, probably in circles.</Alert>}
          <SendAll
            sequence={sequence}
            contactId={contactId}
            stepIds={data.items.map(({ step_id }) => step_id)}
          />
        </>
      )}
    </Stack>
  );
}

function WhoFields({ who, onWho }: { who: Who; onWho: (part: Partial<Who>) => void }) {
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Who"
        style={{ alignSelf: "start" }}
        data={[
          { value: "made-up", label: "Someone made up" },
          { value: "lead", label: "One of your leads" },
        ]}
        value={who.kind}
        onChange={(kind) => onWho({ kind: kind as Who["kind"] })}
      />
      <Group gap="sm" align="start" grow preventGrowOverflow={false}>
        {who.kind === "lead" ? (
          <ContactPicker onContact={(contactId) => onWho({ contactId })} />
        ) : (
          <Select
            size="md"
            label="Their time zone"
            searchable
            allowDeselect={false}
            data={
              ZONE_CHOICES.some(({ value }) => value === who.zone)
                ? ZONE_CHOICES
                : [{ value: who.zone, label: who.zone }, ...ZONE_CHOICES]
            }
            value={who.zone}
            onChange={(zone) => zone && onWho({ zone })}
          />
        )}
        <TextInput
          type="datetime-local"
          label="Gets in at"
          description={`By your clock: ${currentZone().replaceAll("_", " ")}`}
          inputWrapperOrder={["label", "input", "description"]}
          value={who.starts}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) onWho({ starts: value });
          }}
        />
      </Group>
    </Stack>
  );
}
