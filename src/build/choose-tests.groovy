// Long tests take turns. Each line of src/test/rotation.txt is one of them, and the n-th of ${test.turns} lines runs at the n-th of so
// many commits. All other tests always run; all do with the profiles deep and coverage, and in sources without their history.
def turns = (session.userProperties['test.turns'] ?: project.properties['test.turns']).toInteger()
def resting = []
if (new File(project.basedir, '.git').exists()) {
  def commits = ['git', 'rev-list', '--first-parent', '--count', 'HEAD'].execute(null, project.basedir).text.trim().toInteger()
  new File(project.basedir, 'src/test/rotation.txt').readLines().eachWithIndex { line, i ->
    if (i % turns != commits % turns) {
      resting << "${line.tokenize().last().replace('.', '/')}.java"
    }
  }
}
new File(project.build.directory).mkdirs()
new File(project.build.directory, 'resting-tests.txt').text = resting.collect { "${it}\n" }.join()
log.info("${resting.size()} long tests do not have their turn")
