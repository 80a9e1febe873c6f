import { Alert } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { EDITING_S } from "#src/features/templates/rules.ts";
import { templatesApi } from "./template-queries.ts";

/** Says that this template is open here, and who else has it open. */
export function EditingNotice({ id }: { id: string }) {
  const { data } = useQuery(
    templatesApi.edit.queryOptions({
      input: { id, is_open: true },
      refetchInterval: (EDITING_S * 1000) / 2,
      gcTime: 0,
    }),
  );
  useEffect(
    () => () => {
      // Whoever opens it next is told a minute later at most.
      templatesApi.edit.call({ id, is_open: false }).catch(() => undefined);
    },
    [id],
  );
  if (!data?.editor) return null;
  return (
    <Alert
      color="brass"
      variant="light"
      icon={<IconUsers size={20} />}
      title={`${data.editor.name} is editing this`}
    >
      Wait until they’re done, or talk to them first. If you both save, you’ll choose which version stays.
    </Alert>
  );
}
