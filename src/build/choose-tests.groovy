// Long integration tests take turns. Each line of src/test/rotation.txt is one of them, and the n-th of ten lines runs at the
// n-th of ten commits, so each runs at every tenth. All other tests always run; all do with the profile deep, and in
// sources without their history.
final int TURNS = 10

def turns = project.properties['test.whole'] != 'true' && new File(project.basedir, '.git').exists()
def resting = []
if (turns) {
  def commits = ['git', 'rev-list', '--first-parent', '--count', 'HEAD'].execute(null, project.basedir).text.trim()
  new File(project.basedir, 'src/test/rotation.txt').readLines().eachWithIndex { line, i ->
    if (i % TURNS != commits.toInteger() % TURNS) {
      resting << "${line.tokenize().last().replace('.', '/')}.java"
    }
  }
}
new File(project.build.directory, 'resting-tests.txt').text = resting.collect { "${it}\n" }.join()
log.info("${resting.size()} long integration tests do not have their turn")
