import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { saveFile } from "#src/kit/save-file.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { systemApi } from "./system-queries.ts";

export function SupportCard() {
  const download = useMutation({
    mutationFn: () => systemApi.bundle.call({}),
    onSuccess: (bundle) =>
      saveFile(
        "fanfare-support.json",
        new Blob([JSON.stringify(bundle, null, 2)], { type: "application/json" }),
      ),
    onError: (error) => toastError(error, "The file couldn’t be made."),
  });
  return (
    <Card
      title="Support bundle"
      text="A file for those who help you: versions, settings without secrets, the self-check, counts, and what went wrong lately. It has no personal data; look at it before you send it."
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      }
    />
  );
}
