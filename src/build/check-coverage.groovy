// Fails if the tests cover less of a room's lines than they must: the unit tests alone in the report jacoco, but for a room whose
// classes the server calls, together with the tests that stop their servers in the report jacoco-with-servers.
final def IN_SERVERS = ['execution']
final def NOT_JUDGED = ['api', 'cli', 'openapi']
final def alone = report == 'jacoco'
final def LEAST = [journal: 95, resilience: 95].withDefault { 85 }
final def LEAST_OF_PACKAGES = ['run.state': 95, 'run.decision': 95]

def lines = new File(project.build.directory, "site/${report}/jacoco.csv").readLines()
def head = lines.first().split(',').toList()
def covered = { rows ->
  def sum = { column -> rows.sum { it[head.indexOf(column)].toInteger() } }
  100.0 * sum('LINE_COVERED') / [sum('LINE_COVERED') + sum('LINE_MISSED'), 1].max()
}
def rows = lines.drop(1)*.split(',')
def place = { it[head.indexOf('PACKAGE')] - 'dev.reprise.' }
def rooms = rows.groupBy { place(it).tokenize('.').first() }.sort()
def packages = rows.groupBy(place).subMap(LEAST_OF_PACKAGES.keySet())

def low = []
def judge = { name, part, least ->
  double share = covered(part)
  log.info(String.format('%-14s %5.1f %% of the lines, at least %s', name, share, least ?: 'any'))
  if (share < (least ?: 0)) {
    low << name
  }
}
rooms.each { name, part -> judge(name, part, name in NOT_JUDGED || alone == (name in IN_SERVERS) ? null : LEAST[name]) }
packages.each { name, part -> judge(name, part, alone ? LEAST_OF_PACKAGES[name] : null) }
if (low) {
  throw new org.apache.maven.plugin.MojoFailureException("the tests cover too little of ${low.join(', ')}")
}
