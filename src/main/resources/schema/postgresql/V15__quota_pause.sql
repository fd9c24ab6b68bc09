-- Until when nobody may use a quota, because its provider said so to one who did.
CREATE TABLE quota_pause (
  tenant       VARCHAR(64)  NOT NULL,
  provider     VARCHAR(64)  NOT NULL,
  model        VARCHAR(256) NOT NULL,
  paused_until TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (tenant, provider, model)
);
