import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "#src/features/audience/contacts/contract.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { JobProgress } from "#src/features/instance/background/ui/shared/JobProgress.tsx";
import { useJob } from "#src/features/instance/background/ui/shared/use-job.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastFailure, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { LIST_HYGIENE } from "../hygiene/hygiene-contract.ts";
import { HYGIENE_WORDS, type HygieneGroup, WINNABLE_GROUPS } from "../hygiene/hygiene-rules.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";
import { SegmentButton, WinBackButton } from "./GroupButtons.tsx";

const NUMBER = new Intl.NumberFormat(LOCALE);

/** Addresses on the list that harm more than they help. */
export function HygieneSection() {
  const query = useQuery(deliverability.hygiene.queryOptions({}));
  const suppressing = useSuppressing();
  const { data } = query;
  return (
    <Card
      title="List hygiene"
      text="Addresses that harm more than they help. Look at them as a segment first, win them back with a sequence, or stop e-mail to a whole group: the leads stay, and you can undo it."
    >
      {suppressing.job && (
        <JobProgress title="Stopping e-mail" job={suppressing.job} onCanceled={suppressing.look} />
      )}
      {!data ? (
        <QueryState query={query} failure="We couldn’t look through your list." height={240} />
      ) : (
        <ul className={classes.checks}>
          {data.groups.map(({ group, count, condition }) => (
            <GroupRow
              key={group}
              group={group}
              count={count}
              condition={condition as Condition}
              isBusy={suppressing.isBusy || suppressing.job !== undefined}
              onSuppress={() => void suppressing.run(group)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface GroupRowProps {
  group: HygieneGroup;
  count: number;
  condition: Condition;
  isBusy: boolean;
  onSuppress: () => void;
}

function GroupRow({ group, count, condition, isBusy, onSuppress }: GroupRowProps) {
  const { name, why } = HYGIENE_WORDS[group];
  const mayChange = useHasPermission("leads.delete");
  return (
    <li className={classes.group}>
      <div className={classes.words}>
        <Text span fw={600} size="sm">
          {name}: {NUMBER.format(count)}
        </Text>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </div>
      {count > 0 && mayChange && (
        <Group gap="xs">
          <SegmentButton name={name} condition={condition} />
          {isWinnable(group) && <WinBackButton name={name} condition={condition} count={count} />}
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={`Stop e-mail to ${name}`}
            onClick={onSuppress}
          >
            Stop e-mail
          </Button>
        </Group>
      )}
    </li>
  );
}

const isWinnable = (group: HygieneGroup) => WINNABLE_GROUPS.some((one) => one === group);

function useSuppressing() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: deliverability.score.key() });
    await queries.invalidateQueries({ queryKey: deliverability.hygiene.key() });
  };
  const takeBack = async (undo_id: string) => {
    try {
      const { restored } = await deliverability.undoHygiene.call({ undo_id });
      toastSuccess({
        message: `${plural(restored, "address gets e-mail again", "addresses get e-mail again")}.`,
      });
    } catch (error) {
      toastError(error, "That couldn’t be undone. Try again.");
    }
    await refresh();
  };
  const offerUndo = (id: string, count: number) =>
    toastUndo(
      plural(count, "address won’t get e-mail anymore", "addresses won’t get e-mail anymore"),
      () => void takeBack(id),
    );
  const { job, look, follow } = useJob(LIST_HYGIENE, ({ id, state, done }) => {
    void refresh();
    if (state === "failed")
      toastFailure({ message: `That stopped after ${plural(done, "address", "addresses")}. Try again.` });
    else if (done > 0) offerUndo(id, done);
    else toastSuccess({ message: "Canceled. Nothing has changed." });
  });
  const run = async (group: HygieneGroup) => {
    setBusy(true);
    try {
      const undo_id = newId();
      const plan = await deliverability.suppressGroup.call({ group, undo_id, dry_run: true });
      const isSure = await confirm({
        title: `Stop e-mail to ${plural(plan.count, "address", "addresses")}?`,
        message: <Examples count={plan.count} contacts={plan.examples} />,
        confirm: "Stop e-mail",
        danger: true,
      });
      if (!isSure) return;
      const { count, job } = await deliverability.suppressGroup.call({ group, undo_id, dry_run: false });
      if (job === undefined) offerUndo(undo_id, count);
      else follow(job);
    } catch (error) {
      toastError(error, "That didn’t work. Try again.");
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  return { run, isBusy, job, look };
}

function Examples({ count, contacts }: { count: number; contacts: readonly Contact[] }) {
  const more = count - contacts.length;
  return (
    <Stack gap="xs">
      <Text size="sm">
        They stay on your list and get nothing from you anymore. You can undo this for the whole group right
        afterwards, or lift it for one address under Suppressed addresses.
      </Text>
      <List size="sm" className={classes.examples}>
        {contacts.map(({ id, email, name }) => (
          <List.Item key={id}>{name ? `${name} · ${email}` : email}</List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {NUMBER.format(more)} more
        </Text>
      )}
    </Stack>
  );
}
