import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { Deliverability, DomainHealth } from "../contract.ts";
import { CheckRow } from "./CheckRow.tsx";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";

/** A domain that the account sends from, with all of its checks. */
export function DomainCard({ domain }: { domain: DomainHealth }) {
  const { host, addresses, is_free, checked_at, checks } = domain;
  const mayCheck = useHasPermission("connections.manage");
  const check = useCheck(host);
  const at = checked_at === null ? "Not checked yet" : `Checked ${formatDateTime(checked_at)}`;
  return (
    <Card
      title={host}
      text={`${addresses.join(", ")} · ${at}`}
      action={
        mayCheck &&
        !is_free && (
          <Button
            variant={checked_at === null ? "filled" : "default"}
            size="xs"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check now
          </Button>
        )
      }
    >
      {is_free ? (
        <Text size="sm">
          The people who run {host} set its records, so there’s nothing for you to do. E-mail to many arrives
          better from a domain of your own.
        </Text>
      ) : checks.length === 0 ? (
        <Text size="sm" c="dimmed">
          We check within the hour, or right now if you like.
        </Text>
      ) : (
        <>
          <Text size="sm" role="status">
            {summary(checks)}
          </Text>
          <ul className={classes.checks}>
            {checks.map((one) => (
              <CheckRow key={one.name} check={one} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function summary(checks: DomainHealth["checks"]): string {
  const count = (...states: string[]) => checks.filter(({ state }) => states.includes(state)).length;
  const [bad, advice] = [count("missing", "wrong"), count("advice")];
  if (bad > 0) return `${plural(bad, "thing")} to fix`;
  if (advice > 0) return `${plural(advice, "thing")} to improve`;
  return "Everything is as it should be.";
}

function useCheck(host: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => deliverability.checkDomain.call({ host }),
    onSuccess: (found) => {
      void queries.invalidateQueries({ queryKey: deliverability.score.key() });
      queries.setQueryData<Deliverability>(
        deliverability.get.key(),
        (before) =>
          before && { ...before, domains: before.domains.map((one) => (one.host === host ? found : one)) },
      );
    },
    onError: (error) => toastError(error, "We couldn’t check the domain. Try again."),
  });
}
