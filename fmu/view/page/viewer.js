'use strict';
(async function () {
  const $ = id => document.getElementById(id);
  const data = JSON.parse($('data').textContent);
  const bytes = await unpack($('blob').textContent);
  const times = numbers(data.times), frames = times.length;
  const status = numbers(data.status);

  // ---------------------------------------------------------------- numbers

  async function unpack(text) {
    const packed = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // The four bytes of a number stand apart, each kind together.
  function numbers({at, n, type}) {
    const raw = new Uint8Array(4 * n);
    for (let k = 0; k < 4; ++k) for (let i = 0; i < n; ++i) raw[4 * i + k] = bytes[at + k * n + i];
    return type === 'f' ? new Float32Array(raw.buffer) : new Uint32Array(raw.buffer);
  }

  const poses = data.poses.map(numbers);
  const contacts = {
    counts: numbers(data.contacts.counts), bodies: numbers(data.contacts.bodies),
    channels: data.contacts.channels.map(numbers), first: [0],
  };
  for (const count of contacts.counts) contacts.first.push(contacts.first[contacts.first.length - 1] + count);
  const curves = data.curves.map(c => ({...c, values: numbers(c.values)}));

  $('title').textContent = data.title;
  $('description').textContent = data.description;
  $('summary').textContent = data.summary;
  $('model').textContent = data.model;
  $('modelbox').hidden = !data.model;
  $('note').textContent = data.note;
  $('note').hidden = !data.note;

  // ---------------------------------------------------------------- scene

  const scene = data.scene, extent = scene.extent;
  const vec = a => new THREE.Vector3(a[0], a[1], a[2]);
  const quat = a => new THREE.Quaternion(a[1], a[2], a[3], a[0]);
  // Without a graphics card every triangle and every sample of a pixel is work.
  const triangles = scene.parts.reduce((sum, part) => sum + scene.meshes[part.mesh].triangles.n / 3, 0);
  const large = triangles > 100000;
  let renderer;
  try {
    renderer = new THREE.WebGLRenderer({canvas: $('view'), antialias: !large});
  } catch (error) {
    $('message').textContent = 'This browser gives no WebGL, which the scene is drawn with; plots and texts are below.';
    $('message').hidden = false;
  }
  renderer && renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
  const world = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(34, 1, 0.01 * extent, 60 * extent);
  const up = vec(scene.up);
  camera.up.copy(up);
  world.fog = new THREE.Fog(0xffffff, 7 * extent, 14 * extent);
  world.add(new THREE.HemisphereLight(0xffffff, 0xb9bdc6, 0.72));
  const sun = new THREE.DirectionalLight(0xffffff, 0.55);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  Object.assign(sun.shadow.camera, {left: -1.6 * extent, right: 1.6 * extent, top: 1.6 * extent, bottom: -1.6 * extent,
    near: 0.1 * extent, far: 12 * extent});
  sun.shadow.bias = -0.002;
  world.add(sun, sun.target);
  let shadows = !large;
  if (renderer) renderer.shadowMap.type = THREE.PCFSoftShadowMap;

  const geometries = scene.meshes.map(mesh => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(numbers(mesh.points), 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(numbers(mesh.normals), 3));
    geometry.setAttribute('color', new THREE.BufferAttribute(numbers(mesh.shades), 3));
    geometry.setIndex(new THREE.BufferAttribute(numbers(mesh.triangles), 1));
    return geometry;
  });
  const materials = new Map();
  function material(colour, ground) {
    const key = colour + ground;
    if (!materials.has(key))
      materials.set(key, new THREE.MeshLambertMaterial({color: new THREE.Color(...colour), vertexColors: THREE.VertexColors, fog: ground}));
    return materials.get(key);
  }
  const bodies = scene.bodies.map(body => {
    const group = new THREE.Group();
    group.name = body.name;
    world.add(group);
    return group;
  });
  const home_of = body => body < 0 ? world : bodies[body];
  const solids = [], radii = scene.bodies.map(() => 0);  // of balls about the bodies' origins
  for (const part of scene.parts) {
    const mesh = new THREE.Mesh(geometries[part.mesh], material(part.colour, part.ground));
    mesh.position.copy(vec(part.p));
    mesh.quaternion.copy(quat(part.q));
    mesh.scale.copy(vec(part.scale));
    mesh.castShadow = !part.ground;
    mesh.receiveShadow = true;
    mesh.userData.body = part.body;
    home_of(part.body).add(mesh);
    solids.push(mesh);
    mesh.geometry.boundingSphere || mesh.geometry.computeBoundingSphere();
    const {center, radius} = mesh.geometry.boundingSphere;
    const reach = mesh.position.length() + Math.max(...part.scale) * (center.length() + radius);
    if (part.body >= 0) radii[part.body] = Math.max(radii[part.body], reach);
  }

  // Lines of springs and distances: a straight line, or a zigzag across it.
  const links = scene.links.map(link => {
    const geometry = new THREE.BufferGeometry();
    const points = link.spring ? 12 : 2;
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * points), 3));
    const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({color: 0x7a828f}));
    line.frustumCulled = false;
    world.add(line);
    return {...link, line, a: vec(link.p), b: vec(link.r)};
  });
  function place_links() {
    for (const link of links) {
      const a = home_of(link.first).localToWorld(link.a.clone()), b = home_of(link.second).localToWorld(link.b.clone());
      const attribute = link.line.geometry.attributes.position;
      const d = b.clone().sub(a);
      const across = d.clone().cross(scene.planar ? new THREE.Vector3(0, 0, 1) : up);
      if (across.length() < 1e-6 * d.length()) across.set(d.y, d.z, d.x).cross(d);
      across.setLength(Math.min(0.05 * extent, 0.2 * d.length()));
      for (let i = 0; i < attribute.count; ++i) {
        const last = attribute.count - 1;
        const t = i === 0 ? 0 : i === last ? 1 : 0.15 + 0.7 * (i - 1) / (last - 2);
        const p = a.clone().addScaledVector(d, t);
        if (i > 0 && i < last) p.addScaledVector(across, i % 2 ? 1 : -1);
        attribute.setXYZ(i, p.x, p.y, p.z);
      }
      attribute.needsUpdate = true;
    }
  }

  // Marks that are seen through everything; one group a layer.
  const overlay = colour => new THREE.MeshBasicMaterial({color: colour, depthTest: false, transparent: true, opacity: 0.85, fog: false});
  const layers = {};
  function layer(key, name, on) {
    layers[key] = {name, on, marks: [], object: null};
    return mark => { mark.renderOrder = 5; layers[key].marks.push(mark); return mark; };
  }
  layer('c', 'contacts', true);
  const joint_mark = layer('j', 'joints', true), frame_mark = layer('f', 'frames', true), mass_mark = layer('m', 'masses', false);
  layer('l', 'names', false);
  layer('s', 'shadows', shadows);
  const small = 0.022 * extent;
  const dot = new THREE.SphereBufferGeometry(1, large ? 6 : 12, large ? 4 : 8), rod = new THREE.CylinderBufferGeometry(1, 1, 1, 10);
  const y = new THREE.Vector3(0, 1, 0);
  for (const pivot of scene.pivots) {
    if (pivot.kind === 'fixed') continue;
    const axis = vec(pivot.axis);
    const mark = joint_mark(new THREE.Mesh(axis.length() ? rod : dot, overlay(0x8a4fc8)));
    if (axis.length()) {
      const slides = pivot.kind === 'slider';
      mark.scale.set(0.28 * small, (slides ? 9 : 6) * small, 0.28 * small);
      mark.quaternion.setFromUnitVectors(y, axis);
    } else {
      mark.scale.setScalar(0.7 * small);
    }
    mark.position.copy(vec(pivot.p));
    home_of(pivot.body).add(mark);
    mark.userData.name = pivot.name + ' (' + pivot.kind + ')';
  }
  for (const frame of scene.frames) {
    [0xd03b3b, 0x2f9a4a, 0x2f6fd0].forEach((colour, k) => {
      const mark = frame_mark(new THREE.Mesh(rod, overlay(colour)));
      const axis = new THREE.Vector3().setComponent(k, 1).applyQuaternion(quat(frame.q));
      mark.scale.set(0.22 * small, 4 * small, 0.22 * small);
      mark.quaternion.setFromUnitVectors(y, axis);
      mark.position.copy(vec(frame.p)).addScaledVector(axis, 2 * small);
      home_of(frame.body).add(mark);
      mark.userData.name = frame.name + ' (frame)';
    });
  }
  scene.bodies.forEach((body, b) => {
    if (body.fixed) return;
    const mark = mass_mark(new THREE.Mesh(dot, overlay(0x111111)));
    mark.scale.setScalar(0.6 * small);
    bodies[b].add(mark);
    mark.userData.name = body.name + ' (centre of mass)';
  });

  // Contacts: an arrow each, all drawn at once.
  const arrow = (function () {
    const outline = [[0, 0], [0.03, 0], [0.03, 0.75], [0.09, 0.75], [0, 1]].map(p => new THREE.Vector2(...p));
    return new THREE.LatheBufferGeometry(outline, large ? 5 : 10);
  })();
  const most_contacts = contacts.counts.reduce((a, b) => Math.max(a, b), 0);
  const arrows = new THREE.InstancedMesh(arrow, overlay(0xd7263d), Math.max(1, most_contacts));
  const points = new THREE.InstancedMesh(dot, overlay(0xd7263d), Math.max(1, most_contacts));
  for (const many of [arrows, points]) {
    many.frustumCulled = false;
    many.renderOrder = 6;
    layers.c.marks.push(many);
    world.add(many);
  }
  const is_fixed = body => (body | 0) < 0 || scene.bodies[body].fixed;
  const force_at = i => new THREE.Vector3(contacts.channels[3][i], contacts.channels[4][i], contacts.channels[5][i]);
  const usual_force = (function () {
    const sizes = [];
    const stride = Math.max(1, Math.floor(contacts.channels[0].length / 20000));
    for (let i = 0; i < contacts.channels[0].length; i += stride) sizes.push(force_at(i).length());
    sizes.sort((a, b) => a - b);
    return sizes.length ? sizes[Math.floor(0.9 * (sizes.length - 1))] : 1;
  })();
  // Many arrows are short ones: those of a heap would hide it.
  const usual_length = (function () {
    const counts = [...contacts.counts].filter(count => count > 0).sort((a, b) => a - b);
    return 0.3 * extent / Math.sqrt(Math.max(1, (counts[counts.length >> 1] || 1) / 8));
  })();
  function place_contacts(frame) {
    const longer = Math.pow(2, Number($('arrows').value)), scale = longer * usual_length / usual_force;
    const matrix = new THREE.Matrix4(), turn = new THREE.Quaternion();
    const from = contacts.first[frame], count = contacts.counts[frame];
    // Shown on the body that moves; of two that do, on the one that is carried.
    const lifts = new Map(), pair = i => contacts.bodies[2 * i] + ' ' + contacts.bodies[2 * i + 1];
    for (let i = from; i < from + count; ++i) lifts.set(pair(i), (lifts.get(pair(i)) || 0) + force_at(i).dot(up));
    for (let k = 0; k < count; ++k) {
      const i = from + k;
      const p = new THREE.Vector3(contacts.channels[0][i], contacts.channels[1][i], contacts.channels[2][i]);
      const force = force_at(i), first = is_fixed(contacts.bodies[2 * i]), second = is_fixed(contacts.bodies[2 * i + 1]);
      if (first || (!second && lifts.get(pair(i)) < 0)) force.negate();
      const length = Math.min(scale * force.length(), 0.6 * extent);
      if (scene.planar) p.z += 0.06 * extent;
      turn.setFromUnitVectors(y, force.clone().normalize());
      const width = Math.min(1.2 * longer * usual_length, 0.35 * extent, 2 * length);
      arrows.setMatrixAt(k, matrix.compose(p, turn, new THREE.Vector3(width, length, width)));
      points.setMatrixAt(k, matrix.compose(p, turn, new THREE.Vector3(1, 1, 1).multiplyScalar(0.35 * small)));
    }
    arrows.count = points.count = count;
    arrows.instanceMatrix.needsUpdate = points.instanceMatrix.needsUpdate = true;
    arrows.visible = points.visible = layers.c.on && count > 0;
  }

  // ---------------------------------------------------------------- where the camera is

  const right = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
  right.addScaledVector(up, -right.dot(up)).normalize();
  const front = right.clone().cross(up);
  // Turned by `azimuth` about `up` from the front, lifted by `height`.
  // Upright planes are seen from their front.
  const facing = vec(scene.facing), away_from = facing.dot(front) < -0.1, left = facing.dot(right) < -0.1;
  const start = scene.planar ? {azimuth: 0, height: 0.13}
    : {azimuth: away_from ? Math.PI - (left ? -0.5 : 0.5) : left ? -0.5 : 0.5, height: 0.36};
  const orbit = {azimuth: 0, height: 0, distance: 1, target: new THREE.Vector3()};
  let follow = -1;
  const followed = new THREE.Vector3();
  function go_home() {
    // All that moves, over the whole run, should be seen, unless something goes far away.
    const centre = vec(scene.centre), balls = [], reach = 3 * extent;
    const see = (p, radius) => { if (p.distanceTo(centre) < reach) balls.push({p, radius: Math.min(radius, extent)}); };
    poses.forEach((pose, b) => {
      const n = pose.length / 7, radius = scene.bodies[b].fixed ? 0 : radii[b];
      for (let i = 0; i < n; i += Math.max(1, Math.floor(n / 40)))
        see(new THREE.Vector3(pose[i], pose[n + i], pose[2 * n + i]), radius);
    });
    for (const pivot of scene.pivots) if (pivot.body < 0) see(vec(pivot.p), 0);
    for (const foot of scene.feet) see(vec(foot), 0);
    if (!balls.some(ball => ball.radius > 0)) see(centre, 0.8 * extent);
    const box = new THREE.Box3();
    for (const {p, radius} of balls) box.union(new THREE.Box3().setFromCenterAndSize(p, new THREE.Vector3(1, 1, 1).multiplyScalar(2 * radius)));
    Object.assign(orbit, start);
    box.getCenter(orbit.target);
    place_camera();
    // As near as all of them are in the picture.
    const half = 0.5 * camera.fov * Math.PI / 180, upwards = Math.tan(half), sideways = upwards * camera.aspect;
    const back = camera.quaternion.clone().conjugate();
    orbit.distance = 0.5 * extent;
    for (const {p, radius} of balls) {
      const q = p.clone().sub(orbit.target).applyQuaternion(back);
      orbit.distance = Math.max(orbit.distance, q.z + Math.abs(q.x) / sideways + radius / Math.sin(Math.atan(sideways)),
        q.z + Math.abs(q.y) / upwards + radius / Math.sin(half));
    }
    orbit.distance *= 1.06;
    asked = true;
  }
  function place_camera() {
    if (follow >= 0) {
      const now = bodies[follow].position;
      orbit.target.add(now).sub(followed);
      followed.copy(now);
    }
    const c = Math.cos(orbit.height);
    const away = front.clone().multiplyScalar(c * Math.cos(orbit.azimuth))
      .addScaledVector(right, c * Math.sin(orbit.azimuth)).addScaledVector(up, Math.sin(orbit.height));
    camera.position.copy(orbit.target).addScaledVector(away, orbit.distance);
    camera.lookAt(orbit.target);
    camera.near = 0.02 * orbit.distance;
    camera.far = 20 * orbit.distance + 20 * extent;
    camera.updateProjectionMatrix();
    world.fog.near = orbit.distance + 2.5 * extent;
    world.fog.far = orbit.distance + 7 * extent;
    // In a plane from above in front; in space from the side.
    const light = scene.planar ? right.clone().multiplyScalar(-0.35).addScaledVector(up, 0.7).addScaledVector(front, 0.75)
      : right.clone().multiplyScalar(-0.5).addScaledVector(front, 0.7).addScaledVector(up, 1);
    sun.target.position.copy(orbit.target);
    sun.position.copy(orbit.target).addScaledVector(light.normalize(), 5 * extent);
  }

  const stage = $('stage'), fingers = new Map();
  let asked = true, pinch = 0;
  stage.addEventListener('contextmenu', event => event.preventDefault());
  $('view').addEventListener('pointerdown', event => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    $('view').setPointerCapture(event.pointerId);
    pinch = 0;
  });
  for (const end of ['pointerup', 'pointercancel']) $('view').addEventListener(end, event => fingers.delete(event.pointerId));
  $('view').addEventListener('pointermove', event => {
    const last = fingers.get(event.pointerId);
    if (!last) return hover(event);
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      const spread = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch) orbit.distance *= pinch / spread;
      pinch = spread;
    } else if (event.buttons === 2 || event.shiftKey) {
      pan(dx, dy);
    } else {
      orbit.azimuth -= 0.006 * dx;
      orbit.height = Math.max(-1.55, Math.min(1.55, orbit.height + 0.006 * dy));
    }
    asked = true;
  });
  function pan(dx, dy) {
    const step = 2 * orbit.distance * Math.tan(0.5 * camera.fov * Math.PI / 180) / stage.clientHeight;
    orbit.target.add(new THREE.Vector3(-step * dx, step * dy, 0).applyQuaternion(camera.quaternion));
  }
  stage.addEventListener('wheel', event => {
    event.preventDefault();
    zoom(Math.exp(0.001 * event.deltaY));
  }, {passive: false});
  function zoom(factor) {
    orbit.distance = Math.max(0.05 * extent, Math.min(50 * extent, orbit.distance * factor));
    asked = true;
  }

  // ---------------------------------------------------------------- names on hover

  const ray = new THREE.Raycaster(), tip = $('tip');
  const digits = x => Math.abs(x) < 5e-7 ? '0' : Number(x.toPrecision(4)).toString();
  function hover(event) {
    const area = stage.getBoundingClientRect();
    const x = event.clientX - area.left, y = event.clientY - area.top;
    const text = contact_at(x, y) || mark_at(x, y) || body_at(x, y);
    tip.hidden = !text;
    tip.textContent = text || '';
    tip.style.left = Math.min(x + 14, area.width - 180) + 'px';
    tip.style.top = y + 14 + 'px';
  }
  function on_screen(p) {
    const q = p.clone().project(camera);
    return q.z > 1 ? null : [(0.5 + 0.5 * q.x) * stage.clientWidth, (0.5 - 0.5 * q.y) * stage.clientHeight];
  }
  function contact_at(x, y) {
    if (!layers.c.on) return null;
    const frame = Math.round(now);
    for (let i = contacts.first[frame]; i < contacts.first[frame + 1]; ++i) {
      const p = new THREE.Vector3(contacts.channels[0][i], contacts.channels[1][i], contacts.channels[2][i]);
      const at = on_screen(p);
      if (!at || Math.hypot(at[0] - x, at[1] - y) > 7) continue;
      const names = [contacts.bodies[2 * i] | 0, contacts.bodies[2 * i + 1] | 0].map(b => b < 0 ? 'world' : scene.bodies[b].name);
      return names.join(' – ') + '\n' + digits(force_at(i).length()) + ' N';
    }
    return null;
  }
  function aim(x, y) {
    ray.setFromCamera(new THREE.Vector2(2 * x / stage.clientWidth - 1, 1 - 2 * y / stage.clientHeight), camera);
  }
  function mark_at(x, y) {
    aim(x, y);
    const marks = ['j', 'f', 'm'].filter(key => layers[key].on).flatMap(key => layers[key].marks);
    const hit = ray.intersectObjects(marks)[0];
    return hit ? hit.object.userData.name : null;
  }
  function body_at(x, y) {
    aim(x, y);
    const hit = ray.intersectObjects(solids)[0];
    if (!hit) return null;
    const b = hit.object.userData.body;
    if (b < 0) return 'world';
    const p = bodies[b].position;
    return scene.bodies[b].name + (scene.bodies[b].fixed ? ' (fixed)' : '\n' + [p.x, p.y, p.z].map(digits).join('  ') + ' m');
  }

  const labels = scene.bodies.map((body, b) => {
    const label = document.createElement('span');
    label.className = 'label';
    label.textContent = body.name;
    label.hidden = true;
    stage.append(label);
    return label;
  });
  function place_labels() {
    labels.forEach((label, b) => {
      const at = layers.l.on && on_screen(bodies[b].position);
      label.hidden = !at;
      if (at) { label.style.left = at[0] + 'px'; label.style.top = at[1] + 'px'; }
    });
  }

  // ---------------------------------------------------------------- time

  let now = 0, playing = false, before = null;  // `now` counts pictures and may lie between two
  const q0 = new THREE.Quaternion(), q1 = new THREE.Quaternion();
  function place_bodies() {
    const i = Math.min(Math.floor(now), frames - 1), j = Math.min(i + 1, frames - 1), t = now - i;
    bodies.forEach((body, b) => {
      const pose = poses[b], n = pose.length / 7, a = n === 1 ? 0 : i, c = n === 1 ? 0 : j;
      const mix = k => (1 - t) * pose[k * n + a] + t * pose[k * n + c];
      body.position.set(mix(0), mix(1), mix(2));
      q0.set(pose[4 * n + a], pose[5 * n + a], pose[6 * n + a], pose[3 * n + a]);
      q1.set(pose[4 * n + c], pose[5 * n + c], pose[6 * n + c], pose[3 * n + c]);
      body.quaternion.copy(q0).slerp(q1, t);
    });
    world.updateMatrixWorld();
  }
  function time_at(x) {
    const i = Math.min(Math.floor(x), frames - 1), j = Math.min(i + 1, frames - 1);
    return times[i] + (x - i) * (times[j] - times[i]);
  }
  // The picture, between two if need be, at a time.
  function picture_at(time) {
    let low = 0, high = frames - 1;
    while (high - low > 1) { const mid = (low + high) >> 1; if (times[mid] <= time) low = mid; else high = mid; }
    if (high === 0 || times[high] === times[low]) return 0;
    return low + Math.max(0, Math.min(1, (time - times[low]) / (times[high] - times[low])));
  }
  function seek(picture) {
    now = Math.max(0, Math.min(frames - 1, picture));
    asked = true;
  }
  function play(on) {
    playing = on && frames > 1;
    before = null;
    if (playing && now >= frames - 1) now = 0;
    $('play').textContent = playing ? '\u23f8\ufe0e' : '\u25b6\ufe0e';
  }
  function advance(stamp) {
    if (playing && before !== null) {
      const time = time_at(now) + Number($('speed').value) * (stamp - before) / 1000;
      seek(time >= times[frames - 1] ? frames - 1 : picture_at(time));
      if (now >= frames - 1) play(false);
    }
    before = stamp;
  }
  function draw() {
    const frame = Math.round(now);
    place_bodies();
    place_links();
    place_contacts(frame);
    place_camera();
    camera.updateMatrixWorld();
    place_labels();
    if (renderer) renderer.render(world, camera);
    $('clock').textContent = 't = ' + time_at(now).toFixed(3) + ' s' + (status[frame] ? '   solver.status ' + data.codes[status[frame]].number + ': ' + data.codes[status[frame]].says : '');
    $('time').value = frame;
    place_cursors();
    ++drawn;
  }
  let drawn = 0;
  function loop(stamp) {
    advance(stamp);
    if (asked) { asked = false; draw(); }
    requestAnimationFrame(loop);
  }

  $('time').max = frames - 1;
  $('time').addEventListener('input', () => { play(false); seek(Number($('time').value)); });
  $('play').addEventListener('click', () => play(!playing));
  $('back').addEventListener('click', () => { play(false); seek(Math.ceil(now) - 1); });
  $('next').addEventListener('click', () => { play(false); seek(Math.floor(now) + 1); });
  $('home').addEventListener('click', go_home);
  $('arrows').addEventListener('input', () => { asked = true; });
  scene.bodies.forEach((body, b) => { if (!body.fixed) $('follow').add(new Option(body.name, b)); });
  $('follow').addEventListener('change', () => {
    follow = Number($('follow').value);
    if (follow >= 0) { followed.copy(bodies[follow].position); orbit.target.copy(followed); }
    asked = true;
  });
  function draw_status() {
    const canvas = $('status'), pen = canvas.getContext('2d');
    canvas.width = canvas.clientWidth || 300;
    canvas.height = 7;
    for (let x = 0; x < canvas.width; ++x) {
      const from = Math.floor(x * frames / canvas.width), to = Math.max(from + 1, Math.floor((x + 1) * frames / canvas.width));
      let worst = 0;
      for (let i = from; i < to; ++i) worst = Math.max(worst, status[i]);
      pen.fillStyle = worst === 0 ? '#9aa3af' : worst <= 3 ? '#e0a030' : '#d03b3b';
      pen.fillRect(x, 0, 1, 7);
    }
  }

  // ---------------------------------------------------------------- layers, keys, theme

  function show_layers() {
    for (const key in layers) {
      const it = layers[key];
      it.button.setAttribute('aria-pressed', it.on);
      for (const mark of it.marks) mark.visible = it.on;
    }
    if (renderer && renderer.shadowMap.enabled !== layers.s.on) {
      renderer.shadowMap.enabled = layers.s.on;
      for (const each of materials.values()) each.needsUpdate = true;
    }
    asked = true;
  }
  for (const key in layers) {
    const button = document.createElement('button');
    button.textContent = layers[key].name;
    button.title = 'Key ' + key.toUpperCase();
    button.dataset.layer = key;
    layers[key].button = button;
    button.addEventListener('click', () => { layers[key].on = !layers[key].on; show_layers(); });
    $('layers').append(button);
  }
  function set_theme(theme) {
    document.documentElement.dataset.theme = theme;
    const sky = new THREE.Color(getComputedStyle(document.documentElement).getPropertyValue('--sky').trim());
    world.background = sky;
    world.fog.color = sky;
    asked = true;
    draw_plots();
  }
  $('theme').addEventListener('click', () => set_theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  document.addEventListener('keydown', event => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'range') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 1, key = event.key;
    const go = to => { play(false); seek(to); };
    if (key === ' ') { if (event.target.tagName === 'BUTTON' || event.target.tagName === 'SUMMARY') return; play(!playing); }
    else if (key === 'ArrowLeft') go(Math.ceil(now) - step);
    else if (key === 'ArrowRight') go(Math.floor(now) + step);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(frames - 1);
    else if (key === '+' || key === '=') zoom(0.85);
    else if (key === '-') zoom(1 / 0.85);
    else if (key === '0') go_home();
    else if (key.toLowerCase() === 't') $('theme').click();
    else if (layers[key.toLowerCase()]) layers[key.toLowerCase()].button.click();
    else return;
    event.preventDefault();
  });

  // ---------------------------------------------------------------- plots

  const colours = ['#2f6fb5', '#d9822b', '#3b9a5b', '#c23b4a', '#8a5fc0', '#8b6f5c', '#d06fa8', '#2aa0a8'];
  let plots = [];
  function draw_plots() {
    $('plots').textContent = '';
    plots = [];
    const units = new Map();
    curves.filter(c => c.chosen).forEach(c => units.set(c.unit, [...(units.get(c.unit) || []), c]));
    for (const [unit, list] of units) add_plot(unit, list);
    place_cursors();
  }
  function add_plot(unit, list) {
    const box = document.createElement('div');
    box.className = 'plot';
    const legend = document.createElement('div');
    legend.className = 'legend';
    const canvas = document.createElement('canvas');
    box.append(legend, canvas);
    $('plots').append(box);
    const values = list.map((curve, k) => {
      const item = document.createElement('span'), line = document.createElement('i'), value = document.createElement('b');
      line.style.background = colours[k % colours.length];
      item.append(line, curve.name + '  ', value, ' ' + (unit === '1' ? '' : unit));
      legend.append(item);
      return value;
    });
    const plot = {list, canvas, values, unit};
    plots.push(plot);
    canvas.addEventListener('pointerdown', event => pick(event, plot));
    canvas.addEventListener('pointermove', event => { if (event.buttons) pick(event, plot); });
    paint_plot(plot);
  }
  function pick(event, plot) {
    const x = event.clientX - plot.canvas.getBoundingClientRect().left;
    const t = times[0] + (x - plot.left) / (plot.right - plot.left) * (times[frames - 1] - times[0]);
    play(false);
    seek(picture_at(t));
  }
  function ticks(low, high, count) {
    const raw = (high - low) / count, unit = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map(k => k * unit).find(s => s >= raw);
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) list.push(k * step);
    return list;
  }
  function paint_plot(plot) {
    const canvas = plot.canvas, ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.clientWidth, height = canvas.clientHeight, style = getComputedStyle(document.documentElement);
    canvas.width = ratio * width;
    canvas.height = ratio * height;
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    let low = Infinity, high = -Infinity;
    for (const curve of plot.list) for (const v of curve.values) if (isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
    if (!(low <= high)) { low = 0; high = 1; }
    const pad = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
    low -= pad; high += pad;
    Object.assign(plot, {left: 64, right: width - 10});
    const t0 = times[0], t1 = times[frames - 1] > t0 ? times[frames - 1] : t0 + 1;
    const X = t => plot.left + (t - t0) / (t1 - t0) * (plot.right - plot.left), Y = v => 6 + (high - v) / (high - low) * (height - 28);
    pen.font = '11px system-ui';
    pen.lineWidth = 1;
    pen.strokeStyle = style.getPropertyValue('--line');
    pen.fillStyle = style.getPropertyValue('--soft');
    pen.textAlign = 'right';
    for (const v of ticks(low, high, 4)) {
      pen.beginPath(); pen.moveTo(plot.left, Y(v)); pen.lineTo(plot.right, Y(v)); pen.stroke();
      pen.fillText(digits(v), plot.left - 6, Y(v) + 4);
    }
    pen.textAlign = 'center';
    for (const t of ticks(t0, t1, 10)) {
      pen.beginPath(); pen.moveTo(X(t), 6); pen.lineTo(X(t), height - 22); pen.stroke();
      pen.fillText(digits(t), X(t), height - 8);
    }
    pen.textAlign = 'left';
    pen.fillText(plot.unit === '1' ? '' : plot.unit, 4, 14);
    pen.lineWidth = 1.6;
    plot.list.forEach((curve, k) => {
      pen.strokeStyle = colours[k % colours.length];
      pen.beginPath();
      // Of several moments in one column of pixels the lowest and the highest are enough.
      let column = -1, first = 0, least = 0, most = 0, last = 0;
      const flush = () => { if (column >= 0) for (const v of [first, least, most, last]) pen.lineTo(column, Y(v)); };
      for (let i = 0; i < frames; ++i) {
        const x = Math.round(2 * X(times[i])) / 2, v = curve.values[i];
        if (!isFinite(v)) continue;
        if (x !== column) { flush(); column = x; first = least = most = v; }
        least = Math.min(least, v); most = Math.max(most, v); last = v;
      }
      flush();
      pen.stroke();
    });
    plot.cursor = plot.cursor || plot.canvas.parentNode.appendChild(document.createElement('div'));
    Object.assign(plot.cursor.style, {position: 'absolute', width: '1px', background: 'var(--mark)', pointerEvents: 'none',
      top: canvas.offsetTop + 6 + 'px', height: height - 28 + 'px'});
    plot.X = X;
  }
  function place_cursors() {
    for (const plot of plots) {
      plot.cursor.style.left = plot.canvas.offsetLeft + plot.X(time_at(now)) + 'px';
      plot.list.forEach((curve, k) => { plot.values[k].textContent = digits(curve.values[Math.round(now)]); });
    }
  }
  function show_names() {
    let pattern;
    try { pattern = new RegExp($('search').value, 'i'); } catch (error) { pattern = /(?!)/; }
    $('names').textContent = '';
    curves.filter(c => pattern.test(c.name)).slice(0, 400).forEach(curve => {
      const label = document.createElement('label'), tick = document.createElement('input');
      tick.type = 'checkbox';
      tick.checked = curve.chosen;
      tick.addEventListener('change', () => { curve.chosen = tick.checked; draw_plots(); });
      label.append(tick, ' ' + curve.name + (curve.unit === '1' ? '' : '  [' + curve.unit + ']'));
      $('names').append(label);
    });
  }
  $('search').addEventListener('input', show_names);
  show_names();

  // ---------------------------------------------------------------- begin

  // Back when the last picture is really drawn.
  function finish() {
    if (!renderer) return;
    const gl = renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  let settled = false;
  function resize() {
    const width = stage.clientWidth, height = stage.clientHeight;
    if (renderer) renderer.setSize(width, height, false);
    camera.aspect = width / height;
    if (!settled) go_home();
    settled = true;
    draw_status();
    plots.forEach(paint_plot);
    asked = true;
  }
  window.addEventListener('resize', resize);
  set_theme(window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  show_layers();
  resize();
  draw();
  if (renderer && layers.s.on) {
    // Without a graphics card shadows cost more than all the rest: off, where they cost pictures per second.
    const finished = () => { draw(); finish(); return performance.now(); };
    const begin = finished();
    if (finished() - begin > 40) { layers.s.on = false; show_layers(); }
  }
  requestAnimationFrame(loop);

  // For scripts: where it is, going somewhere, and what is on the canvas right after drawing.
  window.stickslip = {
    frames, times, seek, play, draw, data,
    screen: body => on_screen(bodies[body].position),
    pose: (body, frame) => { const pose = poses[body], n = pose.length / 7; return [0, 1, 2, 3, 4, 5, 6].map(k => pose[k * n + (n === 1 ? 0 : frame)]); },
    get picture() { return now; }, get playing() { return playing; }, get drawn() { return drawn; },
    finish,
    pixels() { draw(); return $('view').toDataURL('image/png'); },
  };
  window.stickslip.opened = performance.now();  // ms since the page was asked for
  document.documentElement.dataset.ready = 'yes';
})().catch(error => {
  console.error(error);
  const message = document.getElementById('message');
  message.hidden = false;
  message.textContent = 'This page cannot be shown: ' + error.message + ' (it needs Chromium 103, Firefox 113, Safari 16.4 or newer)';
});
