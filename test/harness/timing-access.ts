/** Who may say when campaigns go out. */
export const CAMPAIGN_TIMES: Record<string, string> = {
  "campaigns.waves": "campaigns.send",
  "campaigns.decideLate": "campaigns.send",
  "campaigns.resend": "campaigns.send",
  "campaigns.mailCap": "campaigns.send",
  "campaigns.setMailCap": "campaigns.send",
  "campaigns.calendar": "campaigns.send",
  "campaigns.repeat": "campaigns.send",
  "campaigns.series": "campaigns.send",
  "campaigns.listFirst": "staff moderation",
  "campaigns.getFirst": "staff moderation",
  "campaigns.reviewFirst": "staff moderation",
  "campaigns.setArchive": "campaigns.send",
  "campaigns.lateJoiners": "campaigns.send",
  "campaigns.sendToLateJoiners": "campaigns.send",
  "campaigns.changeSeries": "campaigns.send",
};
