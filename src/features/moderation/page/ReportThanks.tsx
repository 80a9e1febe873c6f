/** Shown after a report. */
export function ReportThanks({ number }: { number: string }) {
  return (
    <div className="report-thanks" role="status">
      <p>Thank you. A person will look at the page.</p>
      <p>Your report’s number, in case you want to ask about it:</p>
      <p className="number">{number}</p>
    </div>
  );
}
