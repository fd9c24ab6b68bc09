// Creates a users file with random passwords if there is none yet, readable by its owner only, and a password for the
// server's key store.
//   usersDirectory   where users.xml and credentials.properties go
// The user admin also administers the server's batch jobs, of all tenants.
import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions
import java.security.SecureRandom

def random = new SecureRandom()
def password = {
  byte[] bytes = new byte[24]
  random.nextBytes(bytes)
  Base64.urlEncoder.withoutPadding().encodeToString(bytes)
}
def write = { file, text ->
  def path = file.toPath()
  Files.deleteIfExists(path)
  def onlyMine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString('rw-------'))
  def windows = !path.fileSystem.supportedFileAttributeViews().contains('posix')
  windows ? Files.createFile(path) : Files.createFile(path, onlyMine)
  Files.writeString(path, text)
}

def directory = new File(usersDirectory)
def users = new File(directory, 'users.xml')
def credentials = new File(directory, 'credentials.properties')

if (!users.exists() || !credentials.exists()) {
  directory.mkdirs()
  def groups = [admin: ['admins', 'batch-admins'], operator: ['operators'], approver: ['approvers'],
              submitter: ['submitters'], auditor: ['auditors'], viewer: ['viewers'], runner: []]
  def passwords = groups.collectEntries { name, group -> [name, password()] }
  def userLines = passwords.collect { name, secret -> "    <user name=\"${name}\" password=\"${secret}\"/>" }
  def groupLines = groups.values().flatten().unique().collect { group ->
    def members = groups.findAll { it.value.contains(group) }.keySet()
    "    <group name=\"${group}\">" + members.collect { "<member name=\"${it}\"/>" }.join() + '</group>'
  }
  write(users, """\
<?xml version="1.0" encoding="UTF-8"?>
<server description="Users of this work copy, with random passwords">
  <basicRegistry id="basic" realm="reprise">
${(userLines + groupLines).join('\n')}
  </basicRegistry>
</server>
""")
  write(credentials, passwords.collect { name, secret -> "${name}=${secret}\n" }.join())
  log.info("Made users with random passwords: see ${credentials}")
}

// The Liberty plugin generates a password only when it creates a server, and drops it when it updates one.
def keyStore = new File(directory, 'keystore.password')
if (!keyStore.exists()) {
  write(keyStore, password())
}
project.properties['liberty.env.keystore_password'] = keyStore.text
