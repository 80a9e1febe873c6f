/** Who may say when campaigns go out. */
export const CAMPAIGN_TIMES: Record<string, string> = {
  "campaigns.waves": "mail.send",
  "campaigns.decideLate": "mail.send",
  "campaigns.resend": "mail.send",
  "campaigns.mailCap": "mail.send",
  "campaigns.setMailCap": "mail.send",
  "campaigns.calendar": "mail.send",
  "campaigns.repeat": "mail.send",
  "campaigns.series": "mail.send",
  "campaigns.listFirst": "staff moderation",
  "campaigns.getFirst": "staff moderation",
  "campaigns.reviewFirst": "staff moderation",
  "campaigns.setArchive": "mail.send",
  "campaigns.lateJoiners": "mail.send",
  "campaigns.sendToLateJoiners": "mail.send",
  "campaigns.changeSeries": "mail.send",
};
