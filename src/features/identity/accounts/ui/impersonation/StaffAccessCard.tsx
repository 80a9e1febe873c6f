import { NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { STAFF_ACCESS_DAYS } from "#src/features/identity/accounts/impersonation/impersonation-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { ACTING_LEVELS, type ActingLevel } from "#src/lib/access.ts";
import { impersonationApi } from "../shared/impersonation-queries.ts";

const LEVELS = [
  { value: "", label: "No access" },
  { value: "look", label: "Look at my account" },
  { value: "change", label: "Also change things" },
];
const LENGTHS = STAFF_ACCESS_DAYS.map((days) => ({
  value: String(days),
  label: days === 1 ? "For 1 day" : `For ${days} days`,
}));

type Days = (typeof STAFF_ACCESS_DAYS)[number];
interface Access {
  level: ActingLevel | null;
  days: Days;
}

/** Lets the people who run this instance into one's account, until a day. */
export function StaffAccessCard() {
  const queries = useQueryClient();
  const query = useQuery(impersonationApi.staffAccess.queryOptions());
  const [days, setDays] = useState<Days>(1);
  const saving = useMutation({
    mutationFn: (access: Access) => impersonationApi.allowStaff.call(access),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: impersonationApi.staffAccess.key() });
      toastSuccess({ message: "Saved" });
    },
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  const level = query.data?.level ?? null;
  return (
    <Card
      title="Access for support"
      text="When you ask for help, the people who run this instance can look into your account for you. They never see passwords, keys or your leads’ personal data, can’t export, delete or pay anything, and send nothing in your name. You get an e-mail each time, and your activity log says what they did."
    >
      {query.data ? (
        <Stack>
          <NativeSelect
            size="md"
            label="What they can do"
            data={LEVELS}
            value={level ?? ""}
            disabled={saving.isPending}
            onChange={({ currentTarget: { value } }) =>
              saving.mutate({ level: ACTING_LEVELS.find((one) => one === value) ?? null, days })
            }
          />
          <NativeSelect
            size="md"
            label="How long"
            data={LENGTHS}
            value={String(days)}
            disabled={saving.isPending}
            onChange={({ currentTarget: { value } }) => {
              const picked = STAFF_ACCESS_DAYS.find((one) => String(one) === value);
              if (!picked) return;
              setDays(picked);
              if (level !== null) saving.mutate({ level, days: picked });
            }}
          />
          {query.data.ends_at !== null && (
            <Text size="sm" role="status">
              Ends by itself {formatDateTime(query.data.ends_at)}
            </Text>
          )}
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t load this setting." height={120} />
      )}
    </Card>
  );
}
