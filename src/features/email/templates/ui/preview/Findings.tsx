import { Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Finding, Fix } from "#src/features/email/templates/rules.ts";
import { toastError } from "#src/kit/toasts.tsx";
import classes from "../Editor.module.css";
import { templatesApi } from "../template-queries.ts";

const PLACES = { subject: "Subject", preheader: "Preview text", html: "", text: "Plain text" };

interface FindingsProps {
  id: string;
  findings: readonly Finding[];
  onFix: (fix: Fix) => void;
}

export function Findings({ id, findings, onFix }: FindingsProps) {
  const links = useMutation({
    mutationFn: () => templatesApi.checkLinks.call({ id }),
    onError: (error) => toastError(error, "The links couldn’t be checked. Try again."),
  });
  const all = [...findings, ...(links.data?.items ?? [])];
  const stops = all.filter(({ severity }) => severity === "stop").length;
  return (
    <>
      <Text fw={600} aria-live="polite">
        {stops > 0
          ? `${stops} to fix before it can be sent`
          : all.length > 0
            ? "Ready, with warnings"
            : "Ready to send"}
      </Text>
      <ul className={classes.findings} aria-label="Checks">
        {all.map(({ severity, message, where, line, fix }) => (
          <li key={`${where} ${line} ${message}`}>
            {severity === "stop" ? (
              <IconCircleX size={18} color="var(--mantine-color-error)" aria-label="Fix this" />
            ) : (
              <IconAlertTriangle size={18} color="var(--mantine-color-orange-6)" aria-label="Consider this" />
            )}
            <span>
              {PLACES[where] !== "" && `${PLACES[where]}: `}
              {line !== undefined && `Line ${line}: `}
              {message}
              {fix && (
                <Button variant="subtle" size="compact-sm" ml="xs" onClick={() => onFix(fix)}>
                  Replace
                </Button>
              )}
            </span>
          </li>
        ))}
        {links.isSuccess && links.data.items.length === 0 && (
          <li>
            <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
            All saved links open.
          </li>
        )}
      </ul>
      <Button
        variant="default"
        size="compact-md"
        w="fit-content"
        loading={links.isPending}
        onClick={() => links.mutate()}
      >
        Check links
      </Button>
    </>
  );
}
