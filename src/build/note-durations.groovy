// Writes into src/test/rotation.txt how many seconds each long test took. A test keeps its line, and so its turn;
// a new one, of ten seconds or more, gets a line at the end, unless it runs at every commit because it guards a door.
final double LONG = 10

def took = [:]
['surefire-reports', 'failsafe-reports'].each { reports ->
  new File(project.build.directory, reports).eachFileMatch(~/TEST-.*\.xml/) {
    def suite = it.text =~ /<testsuite [^>]*name="([^"]+)" time="([^"]+)"/
    if (suite.find()) {
      took[suite.group(1)] = suite.group(2).replace(',', '').toDouble()
    }
  }
}
def isDoor = { name -> new File(project.basedir, "src/test/java/${name.replace('.', '/')}.java").text.contains('@Tag("door")') }
def file = new File(project.basedir, 'src/test/rotation.txt')
def lines = file.readLines().collect { it.tokenize() }.collect { seconds, name -> [took.remove(name) ?: seconds.toDouble(), name] }
took.findAll { name, seconds -> seconds >= LONG && !isDoor(name) }.sort().each { name, seconds -> lines << [seconds, name] }
file.text = lines.collect { seconds, name -> String.format('%4.0f %s%n', seconds, name) }.join()
