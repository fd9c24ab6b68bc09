-- What servers have taken of the limits of a day of UTC, in US dollars; agent '' stands for all runs of the tenant.
CREATE TABLE budget_day (
  tenant VARCHAR(64) NOT NULL,
  agent VARCHAR(64) NOT NULL,
  budget_date DATE NOT NULL,
  taken DECIMAL(20, 6) NOT NULL,
  PRIMARY KEY (tenant, agent, budget_date)
);
