import { Paper, Stack, Text } from "@mantine/core";

interface ReportPreviewProps {
  report: {
    email: string;
    subject: string;
    lines: string[];
    details: { label: string; value: string }[];
  };
}

/** What a report says that was just sent. */
export function ReportPreview({ report: { email, subject, lines, details } }: ReportPreviewProps) {
  return (
    <Paper withBorder radius="md" p="md" role="status" style={{ overflowWrap: "anywhere" }}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Sent to {email}:
        </Text>
        <Text fw={700}>{subject}</Text>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <dl style={{ margin: 0, display: "grid", gap: "0.5rem" }}>
          {details.map(({ label, value }) => (
            <div key={label}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" size="sm" m={0}>
                {value}
              </Text>
            </div>
          ))}
        </dl>
      </Stack>
    </Paper>
  );
}
